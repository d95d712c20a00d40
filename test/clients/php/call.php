<?php
// Makes one call with the vendor's client, and prints what the client makes of the answer as JSON.
// php call.php HOST:PORT KEY Module Method PARAMETERS (JSON)

require __DIR__ . '/vendor/autoload.php';

/** The client takes no port as its server; a class made from it may have one. */
class LocalApi extends Mobizon\MobizonApi
{
    public function __construct(string $server, string $key)
    {
        $this->apiServer = $server;
        parent::__construct($key, ['forceHTTP' => true]);
    }
}

[, $server, $key, $module, $method, $parameters] = $argv;
$api = new LocalApi($server, $key);
$accepted = $api->call($module, $method, json_decode($parameters, true));
echo json_encode([
    'accepted' => $accepted,
    'code' => $api->getCode(),
    'data' => $api->getData(),
    'message' => $api->getMessage(),
]);
