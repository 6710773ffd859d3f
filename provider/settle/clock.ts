export type { Clock } from '../../api/http/clock';
export { systemClock as realClock } from '../../api/http/clock';
