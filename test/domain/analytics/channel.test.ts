import fc from 'fast-check';
import { anyText } from '../../support/any-text';
import { defaultIgnoredReferrers } from '../../../domain/analytics/ignored-referrers';
import { channels, touchOf, type Channel } from '../../../domain/analytics/channel';

const page = 'https://www.example.com/pricing';
const tagged = (query: string, referrer: string | null = null) => touchOf({ url: `${page}?${query}`, referrer });
const referred = (referrer: string | null) => touchOf({ url: page, referrer });

describe('touchOf with utm parameters', () => {
  it.each<[string, Channel]>([
    ['utm_source=google&utm_medium=cpc', 'paid_search'],
    ['utm_source=Google&utm_medium=CPC', 'paid_search'],
    ['utm_source=bing&utm_medium=ppc', 'paid_search'],
    ['utm_source=adwords&utm_medium=paid', 'paid_search'],
    ['utm_source=duckduckgo&utm_medium=paidsearch', 'paid_search'],
    ['utm_source=google&utm_medium=cpm', 'paid_search'],
    ['utm_source=google&utm_medium=cpc&utm_campaign=cross-network', 'paid_search'],
    ['utm_source=google&utm_medium=organic', 'organic_search'],
    ['utm_source=google', 'organic_search'],
    ['utm_source=partner&utm_medium=organic', 'organic_search'],
    ['utm_source=facebook&utm_medium=cpc', 'paid_social'],
    ['utm_source=fb&utm_medium=paid_social', 'paid_social'],
    ['utm_source=ig&utm_medium=retargeting', 'paid_social'],
    ['utm_source=linkedin.com&utm_medium=paid', 'paid_social'],
    ['utm_source=tiktok&utm_medium=cpm', 'paid_social'],
    ['utm_source=facebook&utm_medium=social', 'organic_social'],
    ['utm_source=facebook', 'organic_social'],
    ['utm_source=somewhere&utm_medium=social-media', 'organic_social'],
    ['utm_source=somewhere&utm_medium=social%20network', 'organic_social'],
    ['utm_source=somewhere&utm_medium=social+media', 'organic_social'],
    ['utm_source=somewhere&utm_medium=sm', 'organic_social'],
    ['utm_source=youtube&utm_medium=cpv', 'paid_video'],
    ['utm_source=youtube&utm_medium=cpm', 'paid_video'],
    ['utm_source=youtube&utm_medium=cpc', 'paid_video'],
    ['utm_source=vimeo.com&utm_medium=paid', 'paid_video'],
    ['utm_source=youtube&utm_medium=referral', 'organic_video'],
    ['utm_source=somewhere&utm_medium=video', 'organic_video'],
    ['utm_source=somewhere&utm_medium=display', 'display'],
    ['utm_source=somewhere&utm_medium=banner', 'display'],
    ['utm_source=somewhere&utm_medium=expandable', 'display'],
    ['utm_source=somewhere&utm_medium=interstitial', 'display'],
    ['utm_source=somewhere&utm_medium=cpm', 'display'],
    ['utm_source=google&utm_medium=display', 'display'],
    ['utm_source=newsletter&utm_medium=email', 'email'],
    ['utm_source=newsletter&utm_medium=e-mail', 'email'],
    ['utm_source=email', 'email'],
    ['utm_source=e_mail&utm_medium=spring', 'email'],
    ['utm_medium=email', 'email'],
    ['utm_source=partner&utm_medium=affiliate', 'affiliates'],
    ['utm_source=partner&utm_medium=affiliates', 'affiliates'],
    ['utm_source=partner&utm_medium=referral', 'referral'],
    ['utm_source=partner&utm_medium=app', 'referral'],
    ['utm_source=partner&utm_medium=link', 'referral'],
    ['utm_source=twilio&utm_medium=sms', 'sms'],
    ['utm_source=sms', 'sms'],
    ['utm_source=chatgpt.com', 'ai_assistant'],
    ['utm_source=openai', 'ai_assistant'],
    ['utm_source=somewhere&utm_medium=ai-assistant', 'ai_assistant'],
    ['utm_source=perplexity&utm_medium=referral', 'ai_assistant'],
    ['utm_source=chatgpt&utm_medium=cpc', 'other'],
    ['utm_source=partner&utm_medium=cpc', 'other'],
    ['utm_source=spotify&utm_medium=audio', 'other'],
    ['utm_source=app&utm_medium=mobile-push', 'other'],
    ['utm_source=newsletter', 'other'],
    ['utm_campaign=spring', 'other'],
    ['utm_source=constructor', 'other'],
    ['utm_source=direct', 'direct'],
    ['utm_source=(direct)&utm_medium=(none)', 'direct'],
    ['utm_source=&utm_medium=', 'direct'],
    ['utm_source', 'direct'],
    ['UTM_SOURCE=google', 'direct'],
  ])('classifies %s as %s', (query, channel) => {
    expect(tagged(query).channel).toBe(channel);
  });

  it('decodes values and keeps their case', () => {
    expect(tagged('a=1&utm_source=My+List&utm_medium=e%2Dmail&utm_campaign=Fr%C3%BChling%20%26%20Ostern#x')).toEqual({
      channel: 'email',
      source: 'My List',
      medium: 'e-mail',
      campaign: 'Frühling & Ostern',
      landingPage: `${page}?a=1&utm_source=My+List&utm_medium=e%2Dmail&utm_campaign=Fr%C3%BChling%20%26%20Ostern#x`,
      isInternal: false,
    });
  });

  it('uses the first duplicate and ignores the fragment', () => {
    expect(tagged('utm_source=bing&utm_source=google')).toMatchObject({ source: 'bing' });
    expect(touchOf({ url: `${page}#/?utm_source=google`, referrer: null })).toMatchObject({ channel: 'direct' });
    expect(tagged('x=1#utm_source=google')).toMatchObject({ channel: 'direct', source: null });
  });

  it('prefers utm parameters to the referrer, which only fills in a missing source', () => {
    const google = 'https://www.google.com/';
    expect(tagged('utm_source=newsletter&utm_medium=email', google)).toMatchObject({ channel: 'email' });
    expect(tagged('utm_medium=email', google)).toMatchObject({ channel: 'email', source: 'google' });
    expect(tagged('utm_medium=cpc', google)).toMatchObject({ channel: 'paid_search', source: 'google', medium: 'cpc' });
    expect(tagged('utm_source=partner', google)).toMatchObject({ channel: 'other', medium: null });
    expect(tagged('utm_campaign=spring', google)).toMatchObject({ channel: 'organic_search', campaign: 'spring' });
  });
});

describe('touchOf with click ids', () => {
  it.each<[string, Channel, string, string]>([
    ['gclid=1', 'paid_search', 'google', 'cpc'],
    ['gbraid=1', 'paid_search', 'google', 'cpc'],
    ['wbraid=1', 'paid_search', 'google', 'cpc'],
    ['gad_source=1&gad_campaignid=77', 'paid_search', 'google', 'cpc'],
    ['gclsrc=aw.ds', 'paid_search', 'google', 'cpc'],
    ['gad_source=7&dclid=1', 'display', 'google', 'display'],
    ['gclsrc=aw.ds&msclkid=1', 'paid_search', 'bing', 'cpc'],
    ['msclkid=1', 'paid_search', 'bing', 'cpc'],
    ['yclid=1', 'paid_search', 'yandex', 'cpc'],
    ['dclid=1', 'display', 'google', 'display'],
    ['fbclid=1', 'organic_social', 'facebook', 'social'],
    ['ttclid=1', 'paid_social', 'tiktok', 'cpc'],
    ['twclid=1', 'paid_social', 'twitter', 'cpc'],
    ['li_fat_id=1', 'paid_social', 'linkedin', 'cpc'],
    ['rdt_cid=1', 'paid_social', 'reddit', 'cpc'],
    ['ScCid=1', 'paid_social', 'snapchat', 'cpc'],
    ['igshid=1', 'organic_social', 'instagram', 'social'],
    ['fbclid=1&utm_medium=paid', 'paid_social', 'facebook', 'paid'],
    ['gclid=1&utm_medium=cpc', 'paid_search', 'google', 'cpc'],
    ['gclid=1&utm_source=newsletter', 'paid_search', 'newsletter', 'cpc'],
    ['gclid=1&utm_source=partner&utm_medium=cpc', 'paid_search', 'partner', 'cpc'],
    ['gclid=1&utm_source=youtube&utm_medium=cpc', 'paid_video', 'youtube', 'cpc'],
    ['gclid=1&utm_source=news&utm_medium=email', 'email', 'news', 'email'],
  ])('classifies %s as %s with source %s and medium %s', (query, channel, source, medium) => {
    expect(tagged(query, 'https://other.example/')).toMatchObject({ channel, source, medium });
  });

  it('ignores an empty click id', () => {
    expect(tagged('gclid=')).toMatchObject({ channel: 'direct', source: null });
  });
});

describe('touchOf with the referrer', () => {
  it.each<[string, Channel, string]>([
    ['https://www.google.com/', 'organic_search', 'google'],
    ['https://www.google.co.uk/search?q=x', 'organic_search', 'google'],
    ['https://google.de', 'organic_search', 'google'],
    ['android-app://com.google.android.googlequicksearchbox/', 'organic_search', 'google'],
    ['https://cn.bing.com/search', 'organic_search', 'bing'],
    ['https://de.search.yahoo.com/', 'organic_search', 'yahoo'],
    ['https://duckduckgo.com/', 'organic_search', 'duckduckgo'],
    ['https://yandex.com.tr/search', 'organic_search', 'yandex'],
    ['https://l.facebook.com/l.php?u=x', 'organic_social', 'facebook'],
    ['https://t.co/abc', 'organic_social', 'twitter'],
    ['https://www.linkedin.com/feed', 'organic_social', 'linkedin'],
    ['https://old.reddit.com/r/a', 'organic_social', 'reddit'],
    ['https://www.pinterest.co.uk/pin', 'organic_social', 'pinterest'],
    ['https://news.ycombinator.com/', 'organic_social', 'hackernews'],
    ['https://www.youtube.com/watch?v=1', 'organic_video', 'youtube'],
    ['https://player.vimeo.com/1', 'organic_video', 'vimeo'],
    ['https://chatgpt.com/', 'ai_assistant', 'chatgpt'],
    ['https://chat.openai.com/c/1', 'ai_assistant', 'chatgpt'],
    ['https://www.perplexity.ai/search', 'ai_assistant', 'perplexity'],
    ['https://gemini.google.com/app', 'ai_assistant', 'gemini'],
    ['https://copilot.microsoft.com/', 'ai_assistant', 'copilot'],
    ['https://claude.ai/chat', 'ai_assistant', 'claude'],
    ['https://mail.google.com/mail/u/0', 'email', 'gmail'],
    ['https://outlook.live.com/', 'email', 'outlook'],
    ['https://docs.google.com/document', 'referral', 'docs.google.com'],
    ['https://www.amazon.com/dp/1', 'referral', 'amazon.com'],
    ['https://blog.partner.example:8443/post', 'referral', 'blog.partner.example'],
    ['https://user:secret@partner.example/post', 'referral', 'partner.example'],
    ['https://notgoogle.com/', 'referral', 'notgoogle.com'],
    ['https://google.com.attacker.example/', 'referral', 'google.com.attacker.example'],
    ['https://www.google.com./', 'organic_search', 'google'],
    ['https://bücher.example/', 'referral', 'xn--bcher-kva.example'],
  ])('classifies %s as %s with source %s', (referrer, channel, source) => {
    expect(referred(referrer)).toMatchObject({ channel, source });
  });

  it.each<[string | null, boolean]>([
    [null, false],
    ['', false],
    ['about:blank', false],
    ['://', false],
    ['x', false],
    ['https://www.example.com/a', true],
    ['http://example.com', true],
    ['HTTPS://EXAMPLE.COM:444/', true],
    ['https://shop.example.com/', true],
    ['https://m.example.com./', true],
  ])('ignores the referrer %j', (referrer, isInternal) => {
    expect(referred(referrer)).toEqual({
      channel: 'direct',
      source: null,
      medium: null,
      campaign: null,
      landingPage: page,
      isInternal,
    });
  });

  it.each<[string, string, boolean]>([
    ['https://a.example.co.uk/', 'https://b.example.co.uk/', true],
    ['https://a.co.uk/', 'https://b.co.uk/', false],
    ['https://one.github.io/', 'https://two.github.io/', false],
    ['https://one.github.io/a', 'https://www.one.github.io/', true],
    ['http://localhost:3000/', 'http://localhost:5173/', true],
    ['http://10.0.0.1:8080/', 'http://10.0.0.1/', true],
    ['http://10.0.0.1/', 'http://10.0.0.2/', false],
    ['http://[::1]:80/', 'http://[::1]:90/', true],
    ['http://www.intranet/', 'http://intranet/', true],
    ['https://bücher.de/', 'https://shop.xn--bcher-kva.de/', true],
    ['https://shop.de/', 'https://sho.de/', false],
  ])('on the page %s, the referrer %s is internal: %s', (url, referrer, isInternal) => {
    expect(touchOf({ url, referrer })).toMatchObject({ isInternal, channel: isInternal ? 'direct' : 'referral' });
  });

  it('ignores the referrers of the workspace and their subdomains, except with a campaign', () => {
    const rules = { internalDomains: ['brand.example'], ignoredReferrers: defaultIgnoredReferrers };
    for (const host of [
      ...['brand.example', 'shop.brand.example', 'accounts.google.com', 'appleid.apple.com', 'www.paypal.com'],
      ...['checkout.stripe.com', 'hooks.stripe.com', 'shop.app', 'acs.cardinalcommerce.com', 'LOGIN.LIVE.COM.:443'],
    ]) {
      const referrer = `https://${host}/return`;
      expect(touchOf({ url: page, referrer }, rules)).toMatchObject({ channel: 'direct', isInternal: true });
      expect(touchOf({ url: `${page}?fbclid=1`, referrer }, rules)).toMatchObject({ isInternal: false });
      expect(touchOf({ url: `${page}?utm_campaign=c`, referrer }, rules)).toMatchObject({ isInternal: false });
    }
    for (const host of ['otherbrand.example', 'www.google.com', 'stripe.com', 'github.com', 'paypal.com.example']) {
      expect(touchOf({ url: page, referrer: `https://${host}/` }, rules)).toMatchObject({ isInternal: false });
    }
  });

  it('uses the referrer if the page has no URL', () => {
    expect(touchOf({ url: null, referrer: 'https://t.co/' })).toMatchObject({ channel: 'organic_social' });
    expect(touchOf({ url: null, referrer: null })).toMatchObject({ channel: 'direct', landingPage: null });
    expect(touchOf({ url: '/pricing?utm_medium=sms', referrer: null })).toMatchObject({ channel: 'sms' });
  });
});

describe('touchOf with random input', () => {
  const piece = fc.constantFrom(
    'utm_source=',
    'utm_medium=',
    'gclid=',
    '&',
    '?',
    '#',
    '%',
    '%E0%A4',
    '://',
    '@',
    '\0',
    '.',
  );
  const address = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(fc.oneof(piece, anyText({ maxLength: 4 }))).map((pieces) => pieces.join('')),
  );

  it('returns a known channel and never throws', () => {
    fc.assert(
      fc.property(fc.option(address), fc.option(address), (url, referrer) => {
        const touch = touchOf({ url, referrer });
        expect(channels).toContain(touch.channel);
        expect([touch.source, touch.medium, touch.campaign].join('')).not.toContain('\0');
        expect(touch.landingPage).toBe(url);
      }),
    );
  });

  it('keeps an invalid escape as it is', () => {
    expect(tagged('utm_campaign=100%25&utm_source=50%')).toMatchObject({ campaign: '100%', source: '50%' });
  });
});
