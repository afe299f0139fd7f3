declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

/** The value that lets this page's own `<style>` elements through the content security policy (docs/decisions). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// react-remove-scroll, which Mantine's dialogs use, reads the nonce from here.
window.__webpack_nonce__ = styleNonce
