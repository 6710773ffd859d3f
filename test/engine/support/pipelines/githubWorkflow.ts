// A workflow file of GitHub, as far as its own lines go: which jobs an event starts, and their shell steps. Expressions are
// evaluated by GitHub's own library.
import { readFileSync } from 'node:fs';
import { Evaluator, Lexer, Parser, data } from '@actions/expressions';
import { parse } from 'yaml';
import type { ShellRun } from './shell';

type Variables = Readonly<Record<string, string>>;
type FileVariables = Readonly<Record<string, string | number>>;

/** An event, in the terms of the context `github`. */
export interface GitHubEvent {
  readonly event_name: 'push' | 'pull_request' | 'delete' | 'schedule' | 'workflow_dispatch';
  readonly ref: string;
  readonly ref_name: string;
  readonly head_ref?: string;
  readonly base_ref?: string;
  readonly event: object;
}

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: FileVariables;
}

interface Job {
  readonly if?: string;
  readonly env?: FileVariables;
  readonly needs?: string;
  readonly steps: readonly Step[];
}

interface WorkflowFile {
  readonly on: Readonly<Record<string, { readonly branches?: readonly string[] } | null>>;
  readonly concurrency: { readonly group: string; readonly queue?: string };
  readonly env?: FileVariables;
  readonly jobs: Readonly<Record<string, Job>>;
}

const REPOSITORY = 'acme/machines';

/** A push to a branch. */
export const push = (branch: string): GitHubEvent => ({
  ...{ event_name: 'push', ref: `refs/heads/${branch}`, ref_name: branch },
  event: { ref: `refs/heads/${branch}`, deleted: false },
});

export const pushOfTag = (tag: string): GitHubEvent => ({
  ...{ event_name: 'push', ref: `refs/tags/${tag}`, ref_name: tag, event: { ref: `refs/tags/${tag}` } },
});

/** A pull request from a branch into main, of this repository or of a fork. */
export const pullRequest = (branch: string, from = REPOSITORY): GitHubEvent => ({
  ...{ event_name: 'pull_request', ref: 'refs/pull/7/merge', ref_name: '7/merge' },
  ...{ head_ref: branch, base_ref: 'main' },
  event: { pull_request: { number: 7, head: { repo: { full_name: from } } } },
});

/** The deletion of a branch or a tag: GitHub runs the workflow of the default branch. */
export const deletion = (name: string, kind = 'branch'): GitHubEvent => ({
  ...{ event_name: 'delete', ref: 'refs/heads/main', ref_name: 'main', event: { ref: name, ref_type: kind } },
});

export const start = (name: 'schedule' | 'workflow_dispatch'): GitHubEvent => ({
  ...{ event_name: name, ref: 'refs/heads/main', ref_name: 'main', event: {} },
});

/** The values in the settings of the repository. */
export interface RepositorySettings {
  readonly secrets: Variables;
  readonly vars: Variables;
}

export class GitHubWorkflow {
  readonly #file: WorkflowFile;

  constructor(
    path: string,
    private readonly settings: RepositorySettings,
  ) {
    this.#file = parse(readFileSync(path, 'utf8'), { merge: true }) as WorkflowFile;
  }

  /** The concurrency group of an event. */
  group(event: GitHubEvent): string {
    return this.#text(this.#file.concurrency.group, event);
  }

  /** The jobs that an event starts. */
  jobs(event: GitHubEvent): string[] {
    return Object.entries(this.#file.jobs).flatMap(([name, job]) =>
      this.#isTriggered(event) && this.#holds(job.if, event) ? [name] : [],
    );
  }

  /**
   * Runs the shell steps of the jobs of an event, one job after the other.
   *
   * @throws Error of the first step that fails, after the steps that run nevertheless.
   */
  async run(event: GitHubEvent, shell: ShellRun): Promise<string> {
    let output = '';
    for (const name of this.jobs(event)) {
      const job = this.#file.jobs[name];
      const steps: Record<string, { outcome: string }> = {};
      let failure: unknown;
      for (const { id, if: condition = 'success()', run, env } of job?.steps ?? []) {
        const outcomes = { steps, failed: failure !== undefined };
        const isRun = run !== undefined && this.#holds(condition, event, outcomes);
        const values = { ...this.#file.env, ...job?.env, ...env };
        let outcome = isRun ? 'success' : 'skipped';
        try {
          if (isRun) output += await shell(this.#text(run, event), this.#texts(values, event));
        } catch (error) {
          failure ??= error;
          outcome = 'failure';
        }
        if (id !== undefined) steps[id] = { outcome };
      }
      if (failure !== undefined) throw failure as Error;
    }
    return output;
  }

  /** A list of branches without a list of tags excludes tags. */
  #isTriggered({ event_name: name, ref }: GitHubEvent): boolean {
    if (!(name in this.#file.on)) return false;
    const branches = this.#file.on[name]?.branches;
    if (name !== 'push' || branches === undefined) return true;
    expect(branches).toEqual(['**']);
    return ref.startsWith('refs/heads/');
  }

  #texts(variables: FileVariables, event: GitHubEvent): Variables {
    return Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, this.#text(String(value), event)]),
    );
  }

  #text(text: string, event: GitHubEvent): string {
    return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
      this.#evaluate(expression, event).coerceString(),
    );
  }

  #holds(condition: string | undefined, event: GitHubEvent, outcomes?: Outcomes): boolean {
    if (condition === undefined) return true;
    const expression = condition.replace(/^\$\{\{(.*)\}\}$/, '$1');
    const { kind, ...value } = this.#evaluate(expression, event, outcomes) as unknown as {
      kind: number;
      value?: unknown;
    };
    expect(kind).toBe(data.Kind.Boolean);
    return value.value === true;
  }

  #evaluate(expression: string, event: GitHubEvent, outcomes?: Outcomes): data.ExpressionData {
    const github = { ...event, repository: REPOSITORY, token: 'token-of-github' };
    const contexts = { github, ...this.settings, steps: outcomes?.steps ?? {} };
    const functions = [
      {
        name: 'success',
        minArgs: 0,
        maxArgs: 0,
        call: () => new data.BooleanData(outcomes?.failed !== true),
      },
      { name: 'cancelled', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) },
    ];
    const { tokens } = new Lexer(expression.trim()).lex();
    const tree = new Parser(tokens, Object.keys(contexts), functions).parse();
    const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
    return new Evaluator(tree, values, new Map(functions.map((one) => [one.name, one]))).evaluate();
  }
}

interface Outcomes {
  readonly steps: Readonly<Record<string, { readonly outcome: string }>>;
  readonly failed: boolean;
}
