import { Clock } from '../model/time/clock';
import { World } from '../model/world';
import { Cloud } from '../resources';
import type { CloudState } from '../model/world';

/** How many states are kept. */
const mostStates = 1000;

/** Earlier states of the cloud, for lists that lag behind. Kept only while such a fault exists. */
export class History {
  private states: CloudState[] = [];

  constructor(private readonly cloud: Cloud) {}

  /** Keeps the present state of the cloud. It is called after every change. */
  record(): void {
    this.states.push(structuredClone(this.cloud.world.state()));
    if (this.states.length > mostStates) this.states.shift();
  }

  forget(): void {
    this.states = [];
  }

  /** The cloud as it was this many seconds ago, or the earliest state that is kept. */
  asOf(seconds: number): Cloud {
    const { settings, realTime } = this.cloud.world;
    const instant = this.cloud.world.now() - seconds * 1000;
    const state = this.states.findLast(({ clock }) => clock.now <= instant) ?? this.states[0];
    const clock = new Clock();
    const earlier = new Cloud(new World(settings, clock, realTime));
    if (state !== undefined) earlier.world.restore(structuredClone(state));
    clock.freeze();
    if (instant > clock.now()) clock.set(instant);
    earlier.world.catchUp();
    return earlier;
  }
}
