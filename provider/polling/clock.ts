export type { Clock } from '../../api/http/time/clock';
export { systemClock as realClock } from '../../api/http/time/clock';
