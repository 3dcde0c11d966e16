import { TestWorkflowEnvironment } from '@temporalio/testing';

/** Program that temporal-cli-sdk.ts runs: makes the SDK download its development server into the given folder. */
async function main(): Promise<void> {
  const [downloadDir] = process.argv.slice(2);
  if (downloadDir === undefined) throw new Error('Usage: download-temporal-cli <folder>');
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir } },
  });
  await environment.teardown();
}

main().catch((error: unknown) => {
  console.error(String(error instanceof Error ? error.message : error).split('\n', 1)[0]);
  process.exit(1);
});
