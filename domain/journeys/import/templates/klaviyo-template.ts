import { conditionText } from './conditions';
import { djangoDate, rubyDateFormat } from './date-formats';
import { DjangoCode } from './django-code';
import { readCondition, readValue } from './django-expressions';
import { liquidOf, simple, truth, type Value, type ValueContext } from './django-values';
import { blockName, KlaviyoVariables } from './klaviyo-variables';
import { link } from './liquid-text';
import { tokensOf, type Token } from './tokens';
import {
  literal,
  type Dialect,
  type Position,
  type TagRole,
  type TemplateFormat,
  type Translation,
} from './translate-template';
import { noEquivalent, Untranslatable } from './untranslatable';

/** Translates Klaviyo's templates, which are Django's. Source: Klaviyo's "Message personalization reference". */
export const klaviyoDialect: Dialect = {
  tokensOf: (template) => tokensOf(template, { hashComments: true, dollarNames: false }),
  hasLiteralBraces: true,
  begin: ({ format, tokens, inserts }) => new KlaviyoTemplate(format, tokens, inserts.preheader),
};

const links: Record<string, [address: 'unsubscribe_url' | 'view_url', label: string]> = {
  unsubscribe: ['unsubscribe_url', 'Unsubscribe'],
  manage_preferences: ['unsubscribe_url', 'Manage Preferences'],
  web_view: ['view_url', 'View in Your Browser'],
  view_in_browser: ['view_url', 'View in Your Browser'],
};

/** Tags for the date on which a message is sent, with their formats. */
const dateTags: Record<string, string> = {
  current_day: 'j',
  current_weekday: 'l',
  current_month: 'n',
  current_month_name: 'F',
  current_year: 'Y',
};

const ends: Record<string, string> = { if: 'endif', ifequal: 'endifequal', ifnotequal: 'endifnotequal', for: 'endfor' };
const middles = new Set(['elif', 'elseif', 'else', 'empty']);
const utc = { severity: 'info', reason: 'Dates are in UTC, not in the timezone of the account.' } as const;

class KlaviyoTemplate {
  private readonly variables = new KlaviyoVariables();
  private readonly blocks: ReadonlySet<string>;
  private names = 0;

  constructor(
    private readonly format: TemplateFormat,
    tokens: readonly Token[],
    private readonly preheader: string,
  ) {
    this.blocks = new Set(tokens.flatMap(({ code }) => /^end(\w+)/.exec(code)?.[1] ?? []));
  }

  translate(token: Token, position: Position): Translation {
    return token.kind === 'output' ? this.output(token) : this.tag(token, position);
  }

  roleOf({ kind, code }: Token, { block }: Position): TagRole {
    const name = kind === 'tag' ? nameOf(code) : '';
    if (/^end\w/.test(name)) return { kind: 'close', block: name.slice(3) };
    if (middles.has(name)) return { kind: 'middle', block };
    return { kind: this.blocks.has(name) || ends[name] !== undefined ? 'open' : 'none', block: name };
  }

  private output({ code }: Token): Translation {
    const { context, setup, notes } = this.context();
    const tag = DjangoCode.of(code);
    const value = readValue(tag, context);
    tag.end();
    if (value.base === 'nil') throw noEquivalent();
    const note = notes[0] ?? (/\|\s*(date|time)\b/.test(code) ? utc : undefined);
    return {
      kind: 'text',
      text: `${setup.join('')}{{ ${liquidOf(value)} }}`,
      ...(note === undefined ? {} : { note }),
    };
  }

  private tag(token: Token, position: Position): Translation {
    const { code } = token;
    const name = nameOf(code);
    const rest = code.slice(name.length);
    const role = this.roleOf(token, position);
    if (role.kind === 'close') {
      if (role.block === position.block && scoped.has(role.block)) this.variables.leave();
      return { kind: 'close', block: role.block };
    }
    if (role.kind === 'middle') return this.middle(name, rest, role.block);
    const opened = this.opening(name, rest);
    if (opened !== null) return opened;
    const text = this.single(name, rest, position);
    const isDated = name === 'now' || name === 'today' || Object.hasOwn(dateTags, name);
    return { kind: 'text', text, ...(isDated ? { note: utc } : {}) };
  }

  private middle(name: string, rest: string, block: string): Translation {
    if (name === 'else' || name === 'empty') return { kind: 'middle', block, text: '{% else %}' };
    const { context, setup } = this.context();
    const condition = conditionText(readCondition(DjangoCode.of(rest), context));
    return { kind: 'middle', block, text: `{% elsif ${condition} %}`, setup: setup.join('') };
  }

  private opening(name: string, rest: string): Translation | null {
    const { context, setup } = this.context();
    const tag = (): DjangoCode => DjangoCode.of(rest);
    switch (name) {
      case 'if': {
        const text = `{% if ${conditionText(readCondition(tag(), context))} %}`;
        return { kind: 'open', block: name, text, end: '{% endif %}', setup: setup.join('') };
      }
      case 'ifequal':
      case 'ifnotequal': {
        const code = tag();
        const [left, right] = [readValue(code, context), readValue(code, context)].map((one) => simple(context, one));
        code.end();
        const text = `{% if ${left?.base ?? ''} ${name === 'ifequal' ? '==' : '!='} ${right?.base ?? ''} %}`;
        return { kind: 'open', block: name, text, end: '{% endif %}', setup: setup.join('') };
      }
      case 'for':
        return this.loop(tag(), context, setup);
      case 'with':
        return this.withNames(tag(), context, setup);
      case 'spaceless':
        return { kind: 'open', block: name, text: '', end: '' };
      case 'autoescape':
        if (rest.trim() !== 'on') throw new Untranslatable('Values are always escaped.');
        return { kind: 'open', block: name, text: '', end: '' };
      default:
        return null;
    }
  }

  private loop(code: DjangoCode, context: ValueContext, setup: readonly string[]): Translation {
    const names = [code.name()];
    while (code.take(',')) names.push(code.name());
    code.expect('in');
    const list = simple(context, withoutItems(code, context, names.length > 1));
    const isReversed = code.take('reversed');
    code.end();
    if (names.length > 2) throw noEquivalent();
    const [first = '', second] = names;
    const item = second === undefined ? blockName(first) : context.newName();
    this.variables.enter(
      new Map(
        second === undefined
          ? [[first, item]]
          : [
              [first, `${item}[0]`],
              [second, `${item}[1]`],
            ],
      ),
    );
    const text = `{% for ${item} in ${list.base}${isReversed ? ' reversed' : ''} %}`;
    return { kind: 'open', block: 'for', text, end: '{% endfor %}', setup: setup.join('') };
  }

  private withNames(code: DjangoCode, context: ValueContext, setup: readonly string[]): Translation {
    const names = new Map<string, string>();
    const assign = (name: string, value: Value): void => {
      const own = context.newName();
      context.before(`{% assign ${own} = ${liquidOf(value)} %}`);
      names.set(name, own);
    };
    if (code.peek(1)?.value === '=') {
      while (!code.isEmpty) {
        const name = code.name();
        code.expect('=');
        assign(name, readValue(code, context));
      }
    } else {
      const value = readValue(code, context);
      code.expect('as');
      assign(code.name(), value);
      code.end();
    }
    this.variables.enter(names);
    return { kind: 'open', block: 'with', text: '', end: '', setup: setup.join('') };
  }

  private single(name: string, rest: string, position: Position): string {
    if (Object.hasOwn(links, name)) {
      const [address, label] = links[name] as (typeof links)[string];
      const code = DjangoCode.of(rest);
      const own = code.isEmpty ? label : code.next().value;
      return link(address, own, { ...position, format: this.format });
    }
    const [, address] = /^(unsubscribe|manage_preferences|web_view|view_in_browser)_link$/.exec(name) ?? [];
    if (address !== undefined) return `{{ ${(links[address] as (typeof links)[string])[0]} }}`;
    if (Object.hasOwn(dateTags, name)) return `{{ "now"${djangoDate(dateTags[name] as string)} }}`;
    switch (name) {
      case 'now':
      case 'today':
        return this.today(name, DjangoCode.of(rest));
      case 'cycle':
        return this.cycle(DjangoCode.of(rest));
      case 'firstof':
        return this.firstOf(DjangoCode.of(rest));
      case 'render_variable':
        if (rest.trim() !== 'preview_text') throw noEquivalent();
        return this.preheader;
      case 'comment':
      case 'load':
        return '';
      case 'verbatim':
        throw new Untranslatable('Write the text without the tag.');
      case 'templatetag':
        return literal(templateTags[rest.trim()] ?? '');
      default:
        throw noEquivalent();
    }
  }

  /** `{% now "F j, Y" %}`, and `{% today "%Y-%m-%d" as day %}` with the `%` codes of other libraries. */
  private today(name: string, code: DjangoCode): string {
    const { value: format } = code.isEmpty ? { value: 'N j, Y' } : code.next();
    const filters =
      name === 'today' && format.includes('%')
        ? ` | date: ${JSON.stringify(rubyDateFormat(format))}`
        : djangoDate(format);
    if (!code.take('as')) {
      code.end();
      return `{{ "now"${filters} }}`;
    }
    const own = this.variables.assign(code.name());
    code.end();
    return `{% assign ${own} = "now"${filters} %}`;
  }

  private cycle(code: DjangoCode): string {
    const { context, setup } = this.context();
    const values: string[] = [];
    while (!code.isEmpty) values.push(simple(context, readValue(code, context)).base);
    if (values.length === 0) throw noEquivalent();
    return `${setup.join('')}{% cycle ${values.join(', ')} %}`;
  }

  /** Shows the first value that is true. */
  private firstOf(code: DjangoCode): string {
    const { context, setup } = this.context();
    const branches: string[] = [];
    while (!code.isEmpty) {
      const value = simple(context, readValue(code, context));
      const test = conditionText(truth(context, value));
      branches.push(`{% ${branches.length === 0 ? 'if' : 'elsif'} ${test} %}{{ ${value.base} }}`);
    }
    if (branches.length === 0) throw noEquivalent();
    return `${setup.join('')}${branches.join('')}{% endif %}`;
  }

  private context(): {
    context: ValueContext;
    setup: string[];
    notes: { severity: 'info' | 'warning' | 'error'; reason: string }[];
  } {
    const setup: string[] = [];
    const notes: { severity: 'info' | 'warning' | 'error'; reason: string }[] = [];
    const context: ValueContext = {
      variable: (path) => this.variables.find(path),
      before: (liquid) => setup.push(liquid),
      newName: () => {
        this.names += 1;
        return `value_${this.names}`;
      },
      note: (severity, reason) => notes.push({ severity, reason }),
    };
    return { context, setup, notes };
  }
}

/** Blocks that define names. */
const scoped = new Set(['for', 'with']);

const templateTags: Record<string, string> = {
  openblock: '{%',
  closeblock: '%}',
  openvariable: '{{',
  closevariable: '}}',
  openbrace: '{',
  closebrace: '}',
  opencomment: '{#',
  closecomment: '#}',
};

const nameOf = (code: string): string => /^\w+/.exec(code)?.[0] ?? '';

/** Reads the list of a loop. `object.items` returns pairs, as an object in Liquid does. */
function withoutItems(code: DjangoCode, context: ValueContext, isPairs: boolean): Value {
  const first = code.peek();
  if (isPairs && first?.kind === 'name' && first.value.endsWith('.items') && code.peek(1)?.value !== '|') {
    code.next();
    return context.variable(first.value.split('.').slice(0, -1));
  }
  return readValue(code, context);
}
