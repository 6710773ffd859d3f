import { coverageOf } from './contract/coverage';
import { Contract } from './contract/document';
import { ReplyCheck } from './contract/replyCheck';
import { sendSteps } from './contract/sendSteps';
import { Visitor } from './contract/visitor';
import { EmulatorProcess } from './testing/emulatorProcess';

/**
 * Checks that every operation of the contract is served and answers a valid request according to the contract. The last
 * line counts them; the exit code is 1 if any operation is missing.
 */
async function main(): Promise<void> {
  const contract = Contract.read();
  const emulator = await EmulatorProcess.start(['--port', '0', '--control']);
  try {
    const served = (await (await fetch(`${emulator.url}/_emulator/operations`)).json()) as {
      operationId: string;
    }[];
    const visitor = new Visitor(emulator.url, contract, new ReplyCheck(contract));
    let interruption: unknown;
    let last = 'none';
    try {
      for await (const { step } of sendSteps(visitor)) last = step.operation;
    } catch (error) {
      interruption = error;
    }
    const ids = new Set(served.map(({ operationId }) => operationId));
    const { table, summary, isComplete } = coverageOf(contract.operations, ids, visitor.calls);
    for (const line of table) console.log(line);
    if (interruption !== undefined)
      console.error(`The examples were not all sent; the last one was of ${last}:`, interruption);
    console.log(summary);
    process.exitCode = isComplete ? 0 : 1;
  } finally {
    await emulator.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
