/** A write that must not be made twice, also when the process is killed and its job started again. */
export interface Guarded {
	/** Names the write in all lives of its execution. */
	slot: string;
	/** Names the write in all executions of the node: a Send Once Key. */
	key: string | undefined;
}
