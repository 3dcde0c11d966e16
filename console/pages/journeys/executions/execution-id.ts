/** An execution's own id, `exe_…`: the last part of its name. */
export const executionIdOf = ({ executionArn }: { executionArn: string }): string =>
  executionArn.split('/').at(-1) ?? executionArn;
