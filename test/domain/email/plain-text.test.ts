import { plainTextOf } from '../../../domain/email/plain-text';

test.each([
  [
    '<table><tr><td>Order 17</td><td>$20.00</td></tr><tr><td>Shipping</td><td>$5.00</td></tr></table>',
    'Order 17  $20.00\nShipping  $5.00',
  ],
  [
    '<p>Hi</p><table><thead><tr><th>Item<th>Price<tbody><tr><td><p>Tea</p></td><td>\n <b>$5</b> net </td></tr></table><p>Bye</p>',
    'Hi\n\nItem  Price\nTea  $5 net\n\nBye',
  ],
  [
    '<table><tr><td></td><td>&nbsp;</td></tr><tr><td>a</td><td>&#8202;</td><td>b</td></tr><tr><td height="20"></td></tr></table>',
    'a  b',
  ],
  [
    '<table><tr><td><table><tr><td><h1>Hello</h1><p>One</p><p>Two<br>lines</p></td></tr></table></td></tr></table>',
    'Hello\n\nOne\n\nTwo\nlines',
  ],
  [
    '<table><tr><td><p>Left</p><p>column</p></td><td><p>Right</p><p>column</p></td></tr></table>',
    'Left\n\ncolumn\n\nRight\n\ncolumn',
  ],
  [`${'<table><tr><td>'.repeat(30)}deep`, 'deep'],
  ['<a href="https://e.com/sale"><img src="x.png" alt="Shop now"></a>', 'Shop now (https://e.com/sale)'],
  ['<table><tr><td><a href="https://e.com/sale"><img src="x.png"></a></td></tr></table>', 'https://e.com/sale'],
  ['<img alt="A cat" src="c.png"> sleeps<img src="https://e.com/pixel" alt="">', 'A cat sleeps'],
  [
    '<p>1 < 2 &amp; 3</p><template>no</template><style>no</style><script>no</script><iframe><b>no</b></iframe>',
    '1 < 2 & 3',
  ],
  ['<p>Hi</p><!-- never closed', 'Hi'],
  [`<table><tr><td>${'<div>'.repeat(20_000)}`, ''],
])('%j', (html, text) => {
  expect(plainTextOf(html)).toBe(text);
});
