/** The kind of a traffic source, which GA4 calls the source category. GA4 does not have `mail` and `assistant`. */
export type SourceCategory = 'search' | 'social' | 'video' | 'assistant' | 'mail';

export interface TrafficSource {
  /** The short name, as people write it in `utm_source`. */
  name: string;
  category: SourceCategory;
}

/**
 * Known traffic sources by category and short name. A domain includes its subdomains, unless a subdomain is listed
 * separately. The list follows Google's list of source categories, with only the large ones of its hundreds of forums.
 * GA4 counts webmail as search or referral. Here it counts as email, because a link in webmail is a link in an email.
 */
const sites: Record<SourceCategory, Record<string, readonly string[]>> = {
  search: {
    google: ['search.google.com', 'cse.google.com', 'news.google.com', 'com.google.android.googlequicksearchbox'],
    bing: ['bing.com'],
    yahoo: ['search.yahoo.com', 'search.yahoo.co.jp'],
    duckduckgo: ['duckduckgo.com', 'com.duckduckgo.mobile.android'],
    ecosia: ['ecosia.org'],
    brave: ['search.brave.com'],
    startpage: ['startpage.com'],
    qwant: ['qwant.com'],
    kagi: ['kagi.com'],
    baidu: ['baidu.com'],
    sogou: ['sogou.com'],
    '360': ['so.com', '360.cn'],
    yandex: ['ya.ru'],
    naver: ['search.naver.com'],
    daum: ['search.daum.net'],
    seznam: ['search.seznam.cz'],
    msn: ['msn.com'],
    aol: ['search.aol.com', 'search.aol.co.uk'],
    ask: ['ask.com'],
    lycos: ['lycos.com'],
    dogpile: ['dogpile.com'],
    swisscows: ['swisscows.com'],
    mojeek: ['mojeek.com'],
    coccoc: ['coccoc.com'],
    rambler: ['rambler.ru'],
  },
  social: {
    facebook: ['facebook.com', 'fb.com', 'fb.me', 'com.facebook.katana'],
    messenger: ['messenger.com'],
    instagram: ['instagram.com', 'com.instagram.android'],
    threads: ['threads.net', 'threads.com'],
    twitter: ['twitter.com', 't.co', 'com.twitter.android'],
    x: ['x.com'],
    linkedin: ['linkedin.com', 'lnkd.in', 'com.linkedin.android'],
    pinterest: ['pinterest.com', 'pin.it', 'com.pinterest'],
    reddit: ['reddit.com', 'redd.it', 'com.reddit.frontpage'],
    tiktok: ['tiktok.com'],
    snapchat: ['snapchat.com'],
    whatsapp: ['whatsapp.com', 'wa.me'],
    telegram: ['t.me', 'telegram.org', 'telegram.me', 'org.telegram.messenger'],
    discord: ['discord.com', 'discord.gg'],
    bluesky: ['bsky.app', 'bsky.social'],
    mastodon: ['mastodon.social', 'mastodon.online'],
    quora: ['quora.com'],
    tumblr: ['tumblr.com'],
    medium: ['medium.com'],
    hackernews: ['news.ycombinator.com'],
    stackoverflow: ['stackoverflow.com', 'stackexchange.com'],
    vk: ['vk.com', 'vkontakte.ru'],
    weibo: ['weibo.com', 'weibo.cn'],
    wechat: ['wechat.com', 'weixin.qq.com'],
    line: ['line.me'],
    kakao: ['kakao.com'],
    xing: ['xing.com'],
    yelp: ['yelp.com'],
    glassdoor: ['glassdoor.com'],
    flipboard: ['flipboard.com'],
    blogger: ['blogger.com', 'blogspot.com'],
    wordpress: ['wordpress.com'],
    meetup: ['meetup.com'],
    tripadvisor: ['tripadvisor.com'],
    slashdot: ['slashdot.org'],
    googlegroups: ['groups.google.com'],
    naverblog: ['blog.naver.com', 'cafe.naver.com'],
  },
  video: {
    youtube: ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'com.google.android.youtube'],
    vimeo: ['vimeo.com'],
    dailymotion: ['dailymotion.com'],
    twitch: ['twitch.tv'],
    wistia: ['wistia.com', 'wistia.net'],
    ted: ['ted.com'],
    rumble: ['rumble.com'],
    odysee: ['odysee.com'],
    bilibili: ['bilibili.com'],
    youku: ['youku.com'],
    iqiyi: ['iqiyi.com', 'iq.com'],
    netflix: ['netflix.com'],
    hulu: ['hulu.com'],
    disneyplus: ['disneyplus.com'],
  },
  assistant: {
    chatgpt: ['chatgpt.com', 'chat.openai.com', 'com.openai.chatgpt'],
    openai: ['openai.com'],
    perplexity: ['perplexity.ai', 'ai.perplexity.app.android'],
    gemini: ['gemini.google.com', 'bard.google.com'],
    notebooklm: ['notebooklm.google.com'],
    copilot: ['copilot.microsoft.com', 'copilot.cloud.microsoft', 'copilot.com'],
    claude: ['claude.ai', 'claude.com', 'com.anthropic.claude'],
    deepseek: ['deepseek.com'],
    grok: ['grok.com', 'grok.x.ai', 'x.ai'],
    'meta.ai': ['meta.ai'],
    mistral: ['mistral.ai', 'chat.mistral.ai'],
    poe: ['poe.com'],
    'you.com': ['you.com'],
    phind: ['phind.com'],
    doubao: ['doubao.com'],
    kimi: ['kimi.com', 'kimi.moonshot.cn'],
  },
  mail: {
    gmail: ['mail.google.com', 'com.google.android.gm'],
    outlook: ['outlook.live.com', 'outlook.office.com', 'outlook.office365.com', 'outlook.com'],
    'mail.yahoo': ['mail.yahoo.com', 'mail.yahoo.co.jp'],
    'mail.yandex': ['mail.yandex.ru', 'mail.yandex.com'],
    'mail.aol': ['mail.aol.com'],
    icloud: ['icloud.com'],
    proton: ['mail.proton.me'],
    gmx: ['gmx.net', 'gmx.de', 'gmx.com'],
    'web.de': ['web.de'],
    'mail.ru': ['e.mail.ru'],
    superhuman: ['mail.superhuman.com'],
  },
};

/** Alternative names that people write in `utm_source`. */
const otherNames: Record<string, string> = {
  adwords: 'google',
  googleads: 'google',
  'google-ads': 'google',
  google_ads: 'google',
  fb: 'facebook',
  meta: 'facebook',
  ig: 'instagram',
  insta: 'instagram',
  yt: 'youtube',
  li: 'linkedin',
  tw: 'twitter',
  ddg: 'duckduckgo',
  'chat-gpt': 'chatgpt',
};

/**
 * Sites with a domain in every country. Only the site itself matches: documents and sign-in pages are on subdomains.
 */
const everywhere = /^(?:www\.|m\.)?(google|yahoo|yandex|pinterest)\.(?:com?\.)?[a-z]{2,3}$/;

const byDomain = new Map<string, TrafficSource>();
const byName = new Map<string, TrafficSource>();
for (const [category, names] of Object.entries(sites) as [SourceCategory, Record<string, readonly string[]>][]) {
  for (const [name, domains] of Object.entries(names)) {
    const source = { name, category };
    byName.set(name, source);
    for (const domain of domains) byDomain.set(domain, source);
  }
}

/** Returns the source of a host name in lower case; null if it is unknown. */
export function sourceOfHost(host: string): TrafficSource | null {
  for (let rest = host; ;) {
    const source = byDomain.get(rest);
    if (source) return source;
    const dot = rest.indexOf('.');
    if (dot === -1) break;
    rest = rest.slice(dot + 1);
  }
  const name = everywhere.exec(host)?.[1];
  return (name && byName.get(name)) || null;
}

/** Returns the source of a `utm_source` value in lower case: a short name, an alternative name, or a host. */
export function sourceOfName(text: string): TrafficSource | null {
  const name = Object.hasOwn(otherNames, text) ? otherNames[text]! : text;
  return byName.get(name) ?? (text.includes('.') ? sourceOfHost(text) : null);
}
