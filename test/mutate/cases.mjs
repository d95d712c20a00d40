/**
 * Known lines of the nodes outside of the pure parts: for each file below nodes/, what stands there once, what
 * takes its place and breaks it, and the tests that must notice, files below test/.
 */
const BREAKAGES = {
	'shared/api/patience': [
		['isUnreachable(fault) ? TROUBLE_MS : 0', 'TROUBLE_MS', 'engine/faults'],
		["|| fault.detail === '429'", '', 'engine/faults'],
		['if (lasts === 0 || signal?.aborted)', 'if (lasts === 0)', 'unit/api/patience'],
	],
	'shared/api/transport': [
		['ignoreHttpStatusErrors: true', 'ignoreHttpStatusErrors: false', 'engine/faults'],
		['disableFollowRedirect: true', 'disableFollowRedirect: false', 'unit/api/transport'],
	],
	'shared/api/beforeSending': [
		['errors.every(', 'errors.some(', 'unit/api/transport'],
		['return BEFORE_DATA.has(syscall)', 'return true', 'unit/api/transport'],
	],
	'shared/api/certainty': [
		['?.undecided === true', '?.undecided === null', 'sending/verdict'],
		["'408', ", '', 'sending/verdict'],
	],
	'shared/api/envelope': [
		['if (envelope.code === CODES.queued) return', 'if (false) return', 'engine/queued'],
	],
	'shared/api/service': [
		['if (data instanceof Queued) throw', 'if (false) throw', 'engine/queued'],
	],
	'shared/api/list': [
		['list.total <= start', 'list.total < start', 'unit/api/list'],
		['isNothing(given) && !total', 'isNothing(given)', 'freedoms/lists'],
	],
	'shared/api/pages': [
		['&& again <= high - first', '', 'unit/api/pages'],
		['ahead.shift();', 'ahead.splice(0, 2);', 'unit/api/pages'],
	],
	'shared/api/account': [["zone: 'Europe/Kyiv'", "zone: 'Europe/Berlin'", 'unit/api/account']],
	'shared/api/pace': [['this.slowdowns++;', '', 'unit/api/pace']],
	'shared/api/gate': [
		['this.inside < this.limit()', 'this.inside <= this.limit()', 'sending/keys*'],
		['if (next.done || halted()) break;', 'if (next.done) break;', 'unit/operation/pool'],
		['void faults.push(fault)', 'reject(fault)', 'engine/ownFaults'],
	],
	'shared/operation/gather': [
		["broken ||= 'fault' in outcome;", '', 'engine/stop'],
		['fault instanceof Inseparable ||', '', 'freedoms/statistics'],
		['if (seen.has(value)) continue;', '', 'engine/deliveryReport'],
	],
	'shared/operation/run': [
		['pairedItem: { item: index }', 'pairedItem: { item: 0 }', 'engine/linkCreate'],
		['|| (!this.continues && this.faults.size > 0)', '', 'engine/stop'],
		['const isOpen = this.open.has(index)', 'const isOpen = false', 'engine/ownFaults'],
		['= [failedItem', '??= [failedItem', 'unit/operation/run'],
	],
	'shared/operation/summary': [['`${run.done} of', '`${run.itemCount} of', 'engine/stop']],
	'shared/operation/nodeError': [
		['return { field: fault.parameter }', 'return {}', 'engine/badInputs'],
	],
	'shared/operation/definition': [
		['run.failRest(worked.fault)', 'throw worked.fault', 'unit/operation/run'],
	],
	'shared/operation/node': [
		['!context.getExecutionCancelSignal()?.aborted', 'true', 'engine/stop'],
		['if (operation?.sends) beginningOf(context);', '', 'sending/retries*'],
	],
	'shared/operation/ledger': [
		[' && !this.active.has(run)', '', 'sending/agents*'],
		['if (isOver) delete this.kept', 'delete this.kept', 'sending/retries*'],
		['if (!mayHaveHappened(outcome.fault))', 'if (true)', 'engine/linkWritesOnce'],
		['this.run.begun(index);', '', 'engine/ownFaults'],
		['filter((item) => !isOpen(item))', 'slice()', 'engine/linkTries'],
	],
	'Message/send/lookUp': [
		['isAbove(id, call.above)', 'true', 'sending/{lost,onlyOwn}*'],
		['sorted.length === open.length &&', '', 'sending/onlyOwn*'],
	],
	'Message/send/earlier': [
		['if (!message && others.length === 0)', 'if (!message)', 'sending/crashed*'],
		['await pause(LATE_MS, service.signal);', '', 'sending/crashed*'],
		['owner.by.began === by.began', 'true', 'sending/crashed*'],
	],
	'Message/send/caps': [['before + more <= cap', 'more <= cap', 'sending/caps*']],
	'Message/send/outgoing': [
		['params.shortenLinks === 1\n', 'false\n', 'sending/lost*'],
		['options.smartEncoding ? smartEncoding(given) : given', 'given', 'sending/dryRun*'],
	],
	'Message/approval/answer': [["method !== 'POST'", "method === 'PUT'", 'approval/page']],
	'Message/deliveryReport/get': [
		['copyOf(reports.get(id))', 'reports.get(id) ?? []', 'engine/deliveryReport'],
	],
	'Link/link/create': [
		['(params) => params.fullLink', '(params) => params', 'engine/linkWritesOnce'],
	],
	'Link/link/update': [
		["expiration === 'keep' ? dayOf(row) : expirationDate", 'expirationDate', 'engine/linkUpdate'],
		['if (DATE in row) return row;', 'return row;', 'engine/linkUpdate'],
	],
	'Link/statistics/calls': [
		['(isAbove(a, b) ? 1 : -1)', '0', 'freedoms/statistics'],
		['LINKS_A_CALL = 5', 'LINKS_A_CALL = 6', 'engine/statisticsCalls'],
	],
	'Link/statistics/answer': [
		['ids.every((_, column) => columns.has(column))', 'true', 'engine/statisticsForms'],
		['numbered.every(', 'numbered.some(', 'engine/statisticsForms'],
		['? figure : null', '? figure : 0', 'freedoms/statistics'],
	],
	'LinkTrigger/cursor': [
		['isAbove(link.id, start)', 'true', 'linkTrigger/size'],
		['Math.max(clicks, before ?? 0)', 'clicks', 'linkTrigger/oddAnswers'],
		['? dropped.id : start', '? start : start', 'linkTrigger/size'],
	],
	'LinkTrigger/list': [
		['{ ...criteria, moderatorStatus: 0 }', 'criteria', 'linkTrigger/size'],
		['clicks < least', 'false', 'linkTrigger/size'],
		['time(row.deletedTs) === null &&', '', 'linkTrigger/oddAnswers'],
	],
	'MessageTrigger/poll': [
		['AbortSignal.timeout(budget)', 'undefined', 'trigger/campaigns'],
		['|| saved.status === only', '|| true', 'trigger/node'],
	],
	'shared/polling/poll': [
		[
			'data.state = state;',
			'if (data.state) Object.assign(data.state, state); else data.state = state;',
			'*rigger/node',
		],
	],
	'shared/polling/parameters': [
		['account.baseUrl, key, ...more', 'account.baseUrl, ...more', 'linkTrigger/node'],
		['Math.min(MOST_MS, ', '(', 'trigger/campaigns'],
	],
	'MessageTrigger/times': [['LATEST_S = 75', 'LATEST_S = 55', 'trigger/histories']],
	'MessageTrigger/cursor': [
		['later(state.from, kept)', 'state.from', 'trigger/c*'],
		['saved.scope === scope', 'true', 'trigger/node'],
	],
	'MessageTrigger/reader': [
		['reading.settled = settled', '', 'trigger/histories'],
		['reading.at = to;', 'reading.at = secondsAfter(to, 1);', 'trigger/campaigns'],
	],
	'Message/hours/deferral': [
		['HOUR_MS + 5 * 60_000', 'HOUR_MS', 'sending/messages*'],
		['if (!hours || readings(time', 'if (readings(time', 'sending/messages*'],
	],
	'Message/send/waitForDelivery': [
		['passed < seconds && !isDone(output)', 'passed < seconds', 'sending/reports*'],
	],
	'shared/operation/nodeError': [['!isCopied(context)', 'true', 'unit/operation/run']],
};

export const CASES = Object.entries(BREAKAGES).flatMap(([path, all]) =>
	all.map(([before, after, tests]) => ({ path, before, after, tests })),
);
