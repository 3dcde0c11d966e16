import { phpDate } from './date-formats';
import { titleCase } from './django-text';
import { liquidOf, quoted, type ValueContext } from './django-values';
import { link, pathBelow } from './liquid-text';
import { decodeEntities, type Token } from './tokens';
import type { Dialect, Inserts, Position, TagRole, TemplateFormat, Translation } from './translate-template';
import { noEquivalent, postalAddress, Untranslatable } from './untranslatable';

/** Translates Mailchimp's merge tags. Source: Mailchimp's "All the merge tags cheat sheet" and "Conditional merge tags". */
export const mailchimpDialect: Dialect = {
  tokensOf: mergeTags,
  hasLiteralBraces: true,
  begin: ({ format, inserts }) => new MailchimpTemplate(format, inserts),
};

/** A tag. Editors may have encoded it for an address. */
const mergeTag = /\*\|([^\r\n]{1,300}?)\|\*|\*%7C([^\s"'<>]{1,300}?)%7C\*/gi;

function mergeTags(template: string): Token[] {
  const tokens: Token[] = [];
  let [from, line] = [0, 1];
  const push = (kind: Token['kind'], source: string, code: string): void => {
    if (source !== '') tokens.push({ kind, source, code, line });
    line += source.split('\n').length - 1;
  };
  for (const match of template.matchAll(mergeTag)) {
    push('text', template.slice(from, match.index), '');
    push('tag', match[0], decodeEntities(match[1] ?? decoded(match[2] ?? '')).trim());
    from = match.index + match[0].length;
  }
  push('text', template.slice(from), '');
  return tokens;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const fields: Record<string, string> = {
  EMAIL: 'email',
  FNAME: 'attributes.first_name',
  LNAME: 'attributes.last_name',
  // The order of fields in a new audience.
  MERGE0: 'email',
  MERGE1: 'attributes.first_name',
  MERGE2: 'attributes.last_name',
};

const addresses: Record<string, [address: 'unsubscribe_url' | 'view_url', label: string]> = {
  UNSUB: ['unsubscribe_url', 'Unsubscribe'],
  'LIST:UNSUBSCRIBE': ['unsubscribe_url', 'Unsubscribe'],
  UPDATE_PROFILE: ['unsubscribe_url', 'Update your preferences'],
  ARCHIVE: ['view_url', 'View this email in your browser'],
  ARCHIVE_LINK_SHORT: ['view_url', 'View this email in your browser'],
};

/** Tags that are not fields of the audience. */
const system =
  /^(ABOUT_LIST|ABUSE_EMAIL|ARCHIVE_\w+|CAMPAIGN(_\w+)?|CART\w*|COUPON\w*|DATE\w*|EMAIL_UID|FACEBOOK|FORWARD|GROUPINGS|HTML\w*|INTERESTS?|IS_\w+|LIKE|LIST\w*|MC\w*|MERGE\d+|MONKEYREWARDS|POLL|PRODUCT\w*|PROMO\w*|REFERRAL\w*|REWARDS\w*|RSS\w*|FEED\w*|SHARE|SUBSCRIBE\w*|SURVEY|TRANSLATE|TWITTER|UNIQID|UNIQUE_ID|USER\w*|GOOGLE\w*|YOUTUBE|VIMEO|INSTAGRAM|PINTEREST|LINKEDIN)$/;

const postal = /^(HTML:)?(LIST|USER)[:_]ADDRESS(LINE|_HTML)?$/;
const badge = /^(HTML:)?(MONKEY)?REWARDS(_TEXT)?$/;

/** Blocks without an equivalent. */
const unknownBlocks = /^(INTERESTED|POLL|SURVEY|FEEDBLOCK|FEEDITEMS|RSSITEMS|RSSBLOCK|RECENT_CAMPAIGNS)\b/;

const assumedName = {
  severity: 'warning',
  reason: 'It is read as the first or last name, which is the order of fields in a new audience.',
} as const;

function today(format: string): Translation {
  const note = { severity: 'info', reason: 'Dates are in UTC, not in the timezone of the account.' } as const;
  return { kind: 'text', text: `{{ "now"${phpDate(format)} }}`, note };
}

class MailchimpTemplate {
  private names = 0;

  constructor(
    private readonly format: TemplateFormat,
    private readonly inserts: Inserts,
  ) {}

  roleOf({ code }: Token, { block }: Position): TagRole {
    const [, word = ''] = /^(IFNOT|IF|ELSEIF|ELSE|END)(?::|$)/.exec(code) ?? [];
    if (word === 'IF' || word === 'IFNOT') return { kind: 'open', block: 'IF' };
    if (word === 'ELSE' || word === 'ELSEIF') return { kind: 'middle', block };
    if (word === 'END') return { kind: 'close', block: code.slice('END:'.length).trim() || block };
    const [, unknown] = unknownBlocks.exec(code) ?? [];
    return unknown === undefined ? { kind: 'none', block: '' } : { kind: 'open', block: unknown };
  }

  translate(token: Token, position: Position): Translation {
    const { code } = token;
    const rest = code.slice(code.indexOf(':') + 1);
    const { kind, block } = this.roleOf(token, position);
    if (kind === 'close') return { kind, block };
    if (kind === 'middle') {
      const text = code.startsWith('ELSEIF') ? `{% elsif ${this.test(rest)} %}` : '{% else %}';
      return { kind, block, text };
    }
    if (kind === 'open') {
      if (block !== 'IF') throw noEquivalent();
      const test = code.startsWith('IFNOT') ? (negatedTests[this.test(rest)] ?? this.missing(rest)) : this.test(rest);
      return { kind, block, text: `{% if ${test} %}`, end: '{% endif %}' };
    }
    return this.single(code, position);
  }

  /** Returns the test of a condition. Tests that depend only on the export are evaluated here. */
  private test(given: string): string {
    const [, name = given, operator, value = ''] = /^([^=!<>]+?)\s*(!=|>=|<=|=|>|<)\s*(.*)$/.exec(given) ?? [];
    if (operator === undefined) return this.present(name.trim());
    const field = fieldOf(name);
    const plain = value.trim().replace(/^"(.*)"$|^'(.*)'$/, '$1$2');
    const sign = operator === '=' ? '==' : operator;
    if (plain === '') return `${field} ${sign} blank`;
    if (!/^-?\d+(\.\d+)?$/.test(plain)) return `${field} ${sign} ${quoted(plain)}`;
    // The value of a field is a number or text.
    if (sign === '==') return `${field} == ${plain} or ${field} == "${plain}"`;
    return sign === '!=' ? `${field} != ${plain} and ${field} != "${plain}"` : `${field} ${sign} ${plain}`;
  }

  private present(name: string): string {
    if (name === 'MC_PREVIEW_TEXT') return String(this.inserts.preheader !== '');
    if (name === 'ARCHIVE_PAGE' || badge.test(name)) return 'false';
    return `${fieldOf(name)} != blank`;
  }

  private missing(name: string): string {
    return `${fieldOf(name)} == blank`;
  }

  private single(code: string, position: Position): Translation {
    const text = (liquid: string) => ({ kind: 'text', text: liquid }) as const;
    if (Object.hasOwn(addresses, code)) {
      const [address, label] = addresses[code] as (typeof addresses)[string];
      return text(link(address, label, { ...position, format: this.format }));
    }
    if (code === 'MC_PREVIEW_TEXT') return text(this.inserts.preheader);
    if (code === 'MC:SUBJECT') return text(this.inserts.subject);
    if (postal.test(code)) throw postalAddress();
    if (badge.test(code)) throw new Untranslatable('It is a Mailchimp badge.', 'info');
    const [, word = '', rest = ''] = /^([A-Z]+):(.*)$/.exec(code) ?? [];
    if (code === 'CURRENT_YEAR') return today('Y');
    if (word === 'DATE') return today(rest);
    const filter = Object.hasOwn(filters, word) ? filters[word] : undefined;
    if (filter !== undefined) return text(`{{ ${fieldOf(rest)} | ${filter} }}`);
    if (word === 'TITLE') return text(this.title(rest));
    return { ...text(`{{ ${fieldOf(code)} }}`), ...(/^MERGE[12]$/.test(code) ? { note: assumedName } : {}) };
  }

  private title(name: string): string {
    const setup: string[] = [];
    const context: ValueContext = {
      variable: () => {
        throw noEquivalent();
      },
      before: (liquid) => setup.push(liquid),
      newName: () => {
        this.names += 1;
        return `value_${this.names}`;
      },
      note: () => undefined,
    };
    const value = titleCase(context, { base: fieldOf(name), filters: '', type: 'text' });
    return `${setup.join('')}{{ ${liquidOf(value)} }}`;
  }
}

const filters: Record<string, string> = { UPPER: 'upcase', LOWER: 'downcase', URL: 'url_encode' };
const negatedTests: Record<string, string> = { true: 'false', false: 'true' };

/** @throws Untranslatable if the name is not a field */
function fieldOf(given: string): string {
  const name = given.trim();
  if (Object.hasOwn(fields, name)) return fields[name] as string;
  if (!/^[A-Za-z][\w-]*$/.test(name) || system.test(name)) throw noEquivalent();
  return pathBelow('attributes', name.toLowerCase());
}
