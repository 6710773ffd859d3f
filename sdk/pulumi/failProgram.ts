import { ProgramError } from './programError';

/**
 * Fails the program, which goes on to register its other resources, so that all errors are reported together. An error
 * that is only logged would not fail the preview.
 */
export function failProgram(message: string): void {
  void Promise.reject(new ProgramError(message));
}
