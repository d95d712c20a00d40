import { pollOnce } from '../../../nodes/MessageTrigger/poll';
import { ANY } from '../lib/host.mts';
import { Night, SET_BACK } from '../lib/night.mts';
it('n', async () => {
	let now = SET_BACK; let made = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now + made);
	const night = new Night('moment', 10);
	night.change(now);
	const list = night.list();
	const l = { pageSize: 10, page: async (a: any) => { made++; const p = await list.page(a); console.log(JSON.stringify(a), p.total, p.changes.length, p.changes[0]?.time); return p; } };
	let state: any;
	for (let i = 0; i < 4; i++) { made = 0; console.log('POLL', state && JSON.stringify({ ...state, known: 0 })); const r = await pollOnce(l as any, state, { account: 'a', choice: ANY, zone: 'Asia/Almaty', budget: 20, now: () => now }); state = JSON.parse(JSON.stringify(r.state)); console.log('EVENTS', r.events.length); if (i === 0) for (let n = 0; n < 10; n++) night.change(now); now += 120000; }
});
