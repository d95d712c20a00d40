/**
 * Settings for an n8n of our own: local only, its data in `userFolder`, and nothing of it talks to
 * the outside world.
 *
 * @param port of the editor, the REST API and webhooks
 * @param broker where the runner of Code nodes connects to n8n
 */
export const environmentFor = (userFolder: string, port: number, broker: number) => ({
	N8N_USER_FOLDER: userFolder,
	N8N_ENCRYPTION_KEY: 'only-for-demos-and-tests',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PORT: String(port),
	N8N_RUNNERS_BROKER_PORT: String(broker),
	// Workers answer questions about their health here.
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	QUEUE_HEALTH_CHECK_PORT: String(port),
	N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
	// The editor is served over plain HTTP here, where a secure cookie would never come back.
	N8N_SECURE_COOKIE: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
	N8N_PYTHON_ENABLED: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
	// On a busy machine the database is slow, not gone.
	DB_PING_TIMEOUT_MS: '60000',
	NO_COLOR: '1',
});
