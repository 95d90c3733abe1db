/** What every server of the browser tests has, the shared one and those with a database of their own. */
export const SETTINGS = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  TARIMA_FSYNC: 'off',
  // Plans are sold where a transfer can go.
  TRANSFER_ACCOUNT: 'Banco Ejemplo|Cuenta monetaria 00-000000-0|Tarima, S. A.',
}
