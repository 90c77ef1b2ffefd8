// HTML with texts that people wrote. They stay text.

/** Text that is HTML already. Only `html` and `ownHtml` make it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

/** HTML with values in it. Every value is escaped, within attributes too, unless `html` made it. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(parts.reduce((text, part, i) => text + valueText(values[i - 1]) + part));
}

/** Text of the program's own that is HTML as it stands, such as a style. */
export const ownHtml = (text: string): Html => new Html(text);

function valueText(value: unknown): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(valueText).join('');
  if (value === undefined || value === null || value === false) return '';
  return String(value).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
