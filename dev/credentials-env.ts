import { readCredentials } from './credentials';

/**
 * `npm run --silent credentials`: prints the addresses and keys of a running `npm start` as `export NAME='value'`
 * lines, for `eval` in a shell. The examples in the documentation use these names.
 */
function main(): number {
  const folder = process.env['DATA_DIR'] || '.data';
  const credentials = readCredentials(folder);
  if (credentials === undefined) {
    console.error(`${folder} has no credentials.json. Run "npm start" first, or set DATA_DIR to its data folder.`);
    return 1;
  }
  const variables = {
    API: credentials.baseUrl,
    KEY: credentials.workspaceKey,
    SERVER_KEY: credentials.serverKey,
    TX_KEY: credentials.transactionalKey,
    MAIL: credentials.mailUrl ?? '',
    TEMPORAL_UI: credentials.temporalUiUrl,
  };
  for (const [name, value] of Object.entries(variables)) {
    console.log(`export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`);
  }
  return 0;
}

process.exitCode = main();
