import type { LocalService } from '../../service/index.mts';
import type { Session } from '../lib/session.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import type { Cluster } from './cluster.mts';
import type { Checks } from '../lib/run/checks.mts';

/** What the checks work with. */
export interface World {
	session: Session;
	service: LocalService;
	/** The workflow that sends with keys. */
	send: SavedWorkflow;
	/** The one that sends without. */
	sendPlain: SavedWorkflow;
	/** The workflow of the trigger. */
	trigger: SavedWorkflow;
	cluster: Cluster;
	checks: Checks;
}
