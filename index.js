// The package for those who require it: n8n itself loads the files that package.json names.
module.exports = {
	...require('./dist/nodes/Link/Link.node.js'),
	...require('./dist/nodes/LinkTrigger/LinkTrigger.node.js'),
	...require('./dist/nodes/Message/Message.node.js'),
	...require('./dist/nodes/MessageTrigger/MessageTrigger.node.js'),
	...require('./dist/credentials/MobizonSmsApi.credentials.js'),
};
