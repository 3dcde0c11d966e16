import { readAddresses } from '../../../domain/suppressions/read-addresses';

test.each([
  ['one on each line', 'ada@example.com\r\n\n bob@example.com \n', ['ada@example.com', 'bob@example.com']],
  [
    'several on a line',
    'ada@example.com, bob@example.com;cy@example.com',
    ['ada@example.com', 'bob@example.com', 'cy@example.com'],
  ],
  [
    'a column of a file',
    '\uFEFFid,Email,name\n1,ada@example.com,"Lovelace, Ada"\n2,"b""o@example.com",',
    ['ada@example.com', 'b"o@example.com'],
  ],
  [
    'a file without a header',
    '"Ada ""A"" L","ada@example.com",12\n"Bob","bob@example.com",13',
    ['ada@example.com', 'bob@example.com'],
  ],
  ['lines without an address', 'ada@example.com\nno address', ['ada@example.com', 'no address']],
  ['an exported formula', "email,reason\n'=a@example.com,manual", ['=a@example.com']],
  ['nothing', ' \n\n', []],
])('reads %s', (_name, text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses);
});
