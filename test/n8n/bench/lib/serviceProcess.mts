import { startService } from '../../../service/index.mts';

// The local service in a process of its own.
const service = await startService({ lifecycle: 'manual' });
process.on('disconnect', () => process.exit(0));
process.send?.(service.url);
