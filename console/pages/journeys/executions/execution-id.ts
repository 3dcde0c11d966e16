/** Returns the id of an execution, `exe_…`: the last part of its ARN. */
export const executionIdOf = ({ executionArn }: { executionArn: string }): string =>
  executionArn.split('/').at(-1) ?? executionArn;
