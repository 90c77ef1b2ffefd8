// What a browser's translation does to a page, without a translator: each text node is taken out of the document and a <font> stands
// in its place, and whatever is added later is treated so too. Paste into the console of a portal page, or page.evaluate() it.
(() => {
  const left = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'OPTION']);
  const one = (node) => {
    const parent = node.parentElement;
    if (
      !parent ||
      left.has(parent.tagName) ||
      parent.closest('font[data-t],svg,[translate=no],.notranslate') ||
      !node.data.trim()
    )
      return;
    const outer = document.createElement('font'),
      inner = document.createElement('font');
    outer.dataset.t = inner.dataset.t = '';
    inner.textContent = node.data;
    outer.append(inner);
    parent.replaceChild(outer, node);
  };
  const all = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT),
      nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    nodes.forEach(one);
  };
  all(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        node.nodeType === 3
          ? one(node)
          : node.nodeType === 1 && !node.closest('font[data-t]') && all(node);
  }).observe(document.body, { childList: true, subtree: true });
})();
