/**
 * Hosts of payment and sign-in pages, with their subdomains. A visitor who returns from one of them continues the
 * previous visit. For sites that can also refer new visitors, such as facebook.com or stripe.com, only the subdomains
 * of payment and sign-in pages are listed.
 */
export const defaultIgnoredReferrers: readonly string[] = [
  // Sign-in
  ...['accounts.google.com', 'accounts.youtube.com', 'appleid.apple.com', 'account.apple.com', 'idmsa.apple.com'],
  ...['login.microsoftonline.com', 'login.microsoft.com', 'login.windows.net', 'login.live.com', 'account.live.com'],
  ...['b2clogin.com', 'ciamlogin.com', 'login.yahoo.com', 'api.twitter.com', 'api.x.com', 'access.line.me'],
  ...['auth0.com', 'okta.com', 'oktapreview.com', 'onelogin.com', 'pingone.com', 'duosecurity.com', 'authkit.app'],
  ...['amazoncognito.com', 'accounts.dev', 'oauth.telegram.org', 'id.vk.com', 'oauth.vk.com', 'nid.naver.com'],
  ...['kauth.kakao.com', 'accounts.kakao.com', 'passport.yandex.ru', 'passport.yandex.com'],
  // Payment
  ...['paypal.com', 'paypalobjects.com', 'braintreegateway.com', 'braintreepayments.com'],
  ...['checkout.stripe.com', 'buy.stripe.com', 'pay.stripe.com', 'billing.stripe.com', 'invoice.stripe.com'],
  ...['hooks.stripe.com', 'js.stripe.com', 'checkout.link.com'],
  ...['shop.app', 'pay.shopify.com', 'checkout.shopify.com', 'pay.google.com', 'payments.google.com'],
  ...['pay.amazon.com', 'payments.amazon.com', 'pay.amazon.co.uk', 'payments.amazon.co.uk', 'payments.amazon.de'],
  ...['pay.klarna.com', 'payments.klarna.com', 'checkout.klarna.com', 'login.klarna.com', 'js.klarna.com'],
  ...['afterpay.com', 'clearpay.co.uk', 'affirm.com', 'sezzle.com', 'adyen.com', 'mollie.com', 'checkout.com'],
  ...[
    'worldpay.com',
    'authorize.net',
    'cybersource.com',
    'bluesnap.com',
    '2checkout.com',
    'sagepay.com',
    'opayo.co.uk',
  ],
  ...['ogone.com', 'payone.com', 'saferpay.com', 'datatrans.com', 'payengine.de', 'skrill.com', 'alipay.com'],
  ...['sofort.com', 'giropay.de', 'ideal.nl', 'twint.ch', 'vipps.no', 'swish.nu', 'mobilepay.dk', 'trustly.com'],
  ...['przelewy24.pl', 'tpay.com', 'payu.com', 'payu.in', 'api.razorpay.com', 'checkout.razorpay.com'],
  ...['pay.gocardless.com', 'squareup.com', 'square.link', 'checkout.square.site', 'buy.paddle.com'],
  ...['checkout.paddle.com', 'onfastspring.com', 'chargebee.com', 'recurly.com'],
  ...['mercadopago.com', 'mercadopago.com.br', 'mercadopago.com.ar', 'mercadopago.com.mx'],
  // 3-D Secure
  ...['cardinalcommerce.com', 'arcot.com', '3dsecure.io', 'securesuite.co.uk', 'securesuite.net', 'rsa3dsauth.com'],
  ...['rsa3dsauth.co.uk', 'touchtechpayments.com', 'modirum.com', 'wlp-acs.com'],
  ...['netcetera-payment.ch', 'netcetera-cloud-payment.ch'],
];
