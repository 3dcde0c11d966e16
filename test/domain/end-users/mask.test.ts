import { maskEmail, maskPersonal } from '../../../domain/end-users/mask';

describe('maskEmail', () => {
  it.each([
    ['jane@example.com', 'j***@e***.com'],
    ['j@mail.example.co.uk', 'j***@m***.uk'],
    ['élan@example.com', 'é***@e***.com'],
    ['nobody', '***'],
    ['', '***'],
    ['a@b', '***'],
  ])('masks %j as %j', (email, shown) => {
    expect(maskEmail(email)).toBe(shown);
  });
});

describe('maskPersonal', () => {
  it('masks values by key, at every depth, and keeps the rest', () => {
    const values = {
      first_name: 'Ada',
      plan: 'pro',
      seats: 3,
      Birthday: '1815-12-10',
      company: { phoneNumbers: ['1', '2'], size: 5, contact: 'ada@example.com' },
      orders: [{ shippingAddress: { street: 'A' }, total: 9 }],
      work_email: 'ada@work.example.org',
      shoeSize: 38,
      lastName: null,
    };
    expect(maskPersonal(values, ['shoesize'])).toEqual({
      first_name: '***',
      plan: 'pro',
      seats: 3,
      Birthday: '***',
      company: { phoneNumbers: '***', size: 5, contact: 'a***@e***.com' },
      orders: [{ shippingAddress: '***', total: 9 }],
      work_email: 'a***@w***.org',
      shoeSize: '***',
      lastName: null,
    });
  });
});
