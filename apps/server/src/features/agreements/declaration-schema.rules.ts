import type { Schema } from 'hast-util-sanitize';

/**
 * The elements and attributes that a declaration may have. It has no style, class or id: the portal and the paper
 * decide its look.
 */
export const declarationSchema: Schema = {
  tagNames: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'blockquote', 'pre', 'br', 'hr'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'code', 'a', 'img'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: [['href', /^(https:\/\/|mailto:)[^\s]+$/i]],
    img: [['src', /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/], 'alt'],
    ol: [['start', /^\d{1,4}$/]],
    td: [
      ['colSpan', /^\d{1,2}$/],
      ['rowSpan', /^\d{1,3}$/],
    ],
    th: [
      ['colSpan', /^\d{1,2}$/],
      ['rowSpan', /^\d{1,3}$/],
      ['scope', 'row', 'col', 'rowgroup', 'colgroup'],
    ],
    '*': [
      ['dir', 'ltr', 'rtl', 'auto'],
      ['lang', /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i],
    ],
  },
  protocols: { href: ['https', 'mailto'], src: ['data'] },
  /** Elements that are removed with their content. Other unknown elements leave their text. */
  strip: [
    ...[
      'script',
      'style',
      'title',
      'template',
      'noscript',
      'noembed',
      'noframes',
      'iframe',
      'frameset',
      'object',
      'embed',
    ],
    ...[
      'applet',
      'svg',
      'math',
      'audio',
      'video',
      'canvas',
      'textarea',
      'select',
      'option',
      'datalist',
      'xmp',
      'plaintext',
    ],
  ],
  ancestors: {
    caption: ['table'],
    thead: ['table'],
    tbody: ['table'],
    tfoot: ['table'],
    tr: ['table'],
    td: ['table'],
    th: ['table'],
    li: ['ul', 'ol'],
    dt: ['dl'],
    dd: ['dl'],
  },
  required: {},
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

/** Block elements that say no more about the document than a `div`. */
export const paragraphLike: ReadonlySet<string> = new Set([
  ...['section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'address', 'center', 'figure', 'figcaption'],
  ...['form', 'fieldset', 'legend', 'details', 'summary', 'dialog', 'hgroup', 'search', 'menu', 'dir', 'listing'],
]);
