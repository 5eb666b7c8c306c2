// A block that scrolls can be reached by the keyboard, also where a browser does not see to it.
const reachable = () => {
  for (const block of document.querySelectorAll('main pre > code, main .table-wrapper')) {
    if (block.scrollWidth > block.clientWidth) {
      block.tabIndex = 0;
    }
  }
};
window.addEventListener('load', reachable);
window.addEventListener('resize', reachable);
