/** From where in n8n something was done. */
export interface Where {
	/** The execution that it all began with; retries by hand belong to it. */
	root: number;
	/** n8n's id of the execution. */
	execution: string;
	/** The run of the node in a loop, or the call of an agent's tool; from 0. */
	run: number;
	/** Which try this is of all of the world, so that two never are the same. */
	attempt: number;
}
