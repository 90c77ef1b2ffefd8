// A browser that translates a page takes each text out of it and puts an element in its place. React knows nothing of that: it
// would take the text out of where it stands no more, which is an error that ends the page, or write into it where nobody
// sees it. So what stands for a text is remembered, and what React does with the text is done with that.

/** The element in the page that stands for a text taken out of it. */
const standIns = new WeakMap<Node, ChildNode>();
/** The elements that stand for a text already. */
const taken = new WeakSet<Node>();

const changes = new MutationObserver(note);

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
/** The element that browsers put there, as they have since the first of them translated. */
const isStandIn = (node: Node | null): node is ChildNode =>
  node instanceof HTMLElement && node.localName === 'font';

function note(records: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!isText(text) || text.isConnected) continue;
      const standIn = [...addedNodes, previousSibling, nextSibling].find(
        (one): one is ChildNode => isStandIn(one) && !taken.has(one),
      );
      if (!standIn) continue;
      standIns.set(text, standIn);
      taken.add(standIn);
    }
  }
}

/** The element that stands for a node out of the page, if there is one. */
function standInOf(node: Node): ChildNode | undefined {
  if (!isText(node) || node.parentNode) return undefined;
  note(changes.takeRecords());
  const standIn = standIns.get(node);
  return standIn?.isConnected ? standIn : undefined;
}

/** A text that goes somewhere is not to be read twice. */
const leave = (node: Node): void => standInOf(node)?.remove();

/** Lets React go on with texts that the browser has translated. To be called once, before anything is shown. */
export function goOnTranslated(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;

  Node.prototype.removeChild = function remove<One extends Node>(this: Node, child: One): One {
    removeChild.call(this, standInOf(child) ?? child);
    return child;
  };
  Node.prototype.insertBefore = function insert<One extends Node>(
    this: Node,
    node: One,
    before: Node | null,
  ): One {
    leave(node);
    return insertBefore.call(this, node, before && (standInOf(before) ?? before)) as One;
  };
  Node.prototype.appendChild = function append<One extends Node>(this: Node, node: One): One {
    leave(node);
    return appendChild.call(this, node) as One;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    // A text with other words comes back, and is translated anew.
    set(this: Node, words: string) {
      standInOf(this)?.replaceWith(this);
      value.set?.call(this, words);
    },
  });
  changes.observe(document.body, { childList: true, subtree: true });
}
