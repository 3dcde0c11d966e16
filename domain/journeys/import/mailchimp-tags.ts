import { pathBelow } from './templates';

/** Merge tags that are not fields of the audience. */
const system =
  /^(UNSUB|UPDATE_PROFILE|ARCHIVE|FORWARD|CURRENT_YEAR|ABUSE|TRANSLATE|SHARE|TWITTER|FACEBOOK|RSS|POLL|SURVEY|PROMO_CODE|REWARDS|HTML|LIST|MC|MC_[A-Z_]+|DATE|IS_)(:|$)/;

const fields: Record<string, string> = {
  EMAIL: 'email',
  FNAME: 'attributes.first_name',
  LNAME: 'attributes.last_name',
};

/** Translates Mailchimp's merge tags (`*|FNAME|*`, `*|IF:PLAN=pro|*`) into Liquid. */
export const mailchimpTemplate = (source: string): string =>
  source.replace(/\*\|([^|\n]{1,200})\|\*/g, (_, tag: string) => liquid(tag.trim()));

function liquid(tag: string): string {
  const [, word = '', rest = ''] = /^(IFNOT|IF|ELSEIF|ELSE|END)(?::(.*))?$/.exec(tag) ?? [];
  switch (word) {
    case 'IF':
      return `{% if ${test(rest)} %}`;
    case 'IFNOT':
      return `{% if ${fieldOf(rest)} == blank %}`;
    case 'ELSEIF':
      return `{% elsif ${test(rest)} %}`;
    case 'ELSE':
      return '{% else %}';
    case 'END':
      return '{% endif %}';
    default:
      // Becomes an unknown tag, which is later removed and reported.
      return system.test(tag) ? `{% mailchimp ${tag} %}` : `{{ ${fieldOf(tag)} }}`;
  }
}

function test(given: string): string {
  const [, name = given, operator, value = ''] = /^([^=!<>]+?)\s*(!=|>=|<=|=|>|<)\s*(.*)$/.exec(given) ?? [];
  if (operator === undefined) return `${fieldOf(name)} != blank`;
  const compared = /^\d+(\.\d+)?$/.test(value) ? value : `"${value.replace(/["{}%]/g, '')}"`;
  return `${fieldOf(name)} ${operator === '=' ? '==' : operator} ${compared}`;
}

const fieldOf = (name: string): string =>
  fields[name.trim()] ??
  pathBelow(
    'attributes',
    name
      .trim()
      .toLowerCase()
      .replace(/["{}%[\]]/g, ''),
  );
