import { byId } from './dom.js';

/**
 * Asks before something that cannot be undone. The focus is on "Cancel" at first, and returns to where it was.
 *
 * @param {{ title: string, text: string, action: string }} question `action` is on the button that agrees
 * @param {() => void} agreed
 */
export function confirm({ title, text, action }, agreed) {
  const dialog = byId('confirm', HTMLDialogElement);
  byId('confirm-title', HTMLElement).textContent = title;
  byId('confirm-text', HTMLElement).textContent = text;
  byId('confirm-action', HTMLButtonElement).textContent = action;
  const opener = document.activeElement?.id ?? '';
  dialog.returnValue = '';
  dialog.addEventListener(
    'close',
    () => {
      // The row of the opener may have been built again since.
      document.getElementById(opener)?.focus();
      if (dialog.returnValue === 'agreed') agreed();
    },
    { once: true },
  );
  dialog.showModal();
}
