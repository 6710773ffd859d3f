import type { BrowserConnection } from './connection';
import type { PageOptions } from './chromium';

interface ExceptionDetails {
  text: string;
  exception?: { description?: string };
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: ExceptionDetails;
}

const messageOf = ({ text, exception }: ExceptionDetails): string => exception?.description ?? text;

/** The time limit of a wait for the page, in milliseconds. */
const defaultTimeLimit = 30_000;
/** Milliseconds between two checks of a page. */
const interval = 50;

/** A page of a browser. */
export class Page {
  /** The errors in the page: exceptions, refused files, violations of its policy. */
  readonly problems: string[] = [];

  constructor(
    private readonly connection: BrowserConnection,
    private readonly sessionId: string,
  ) {}

  async prepare({ width, height, scheme = 'light' }: PageOptions): Promise<void> {
    this.connection.on(
      this.sessionId,
      'Log.entryAdded',
      ({ entry: { level, text, url = '' } }: { entry: { level: string; text: string; url?: string } }) => {
        if (level === 'error') this.problems.push(`${text} ${url}`);
      },
    );
    this.connection.on(
      this.sessionId,
      'Runtime.exceptionThrown',
      ({ exceptionDetails }: { exceptionDetails: ExceptionDetails }) => {
        this.problems.push(messageOf(exceptionDetails));
      },
    );
    await this.send('Page.enable');
    await this.send('Runtime.enable');
    await this.send('Log.enable');
    await this.resize({ width, height });
    await this.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    });
  }

  async resize({ width, height }: { width: number; height: number }): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }

  async goTo(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      this.connection.on(this.sessionId, 'Page.loadEventFired', () => {
        resolve();
      });
    });
    const { errorText } = await this.send<{ errorText?: string }>('Page.navigate', { url });
    if (errorText !== undefined) throw new Error(`The browser could not open ${url}: ${errorText}.`);
    await loaded;
  }

  /** The value of an expression in the page; a promise is awaited. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.send<Evaluated>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(messageOf(exceptionDetails));
    return result.value as Value;
  }

  /** Waits until an expression is true in the page, for at most `timeLimit` milliseconds. */
  async waitUntil(expression: string, timeLimit = defaultTimeLimit): Promise<void> {
    const isTrue = await this.evaluate<boolean>(`new Promise((resolve) => {
      const end = performance.now() + ${timeLimit};
      const check = () => {
        if (${expression}) resolve(true);
        else if (performance.now() > end) resolve(false);
        else setTimeout(check, ${interval});
      };
      check();
    })`);
    if (isTrue) return;
    const text = await this.evaluate<string>('document.body.innerText');
    throw new Error(`The page never fulfilled ${expression}. It shows:\n${text}`);
  }

  /** Waits until the text of an element contains these words. */
  async waitForText(selector: string, words: string): Promise<void> {
    await this.waitUntil(
      `(document.querySelector(${JSON.stringify(selector)})?.innerText ?? '').includes(${JSON.stringify(words)})`,
    );
  }

  async click(selector: string): Promise<void> {
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  /** A picture of the visible part, as a PNG file. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.send<{ data: string }>('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }

  private send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    return this.connection.send<Result>(method, params, this.sessionId);
  }
}
