declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

/** The value that lets this page's own `<style>` elements through the content security policy (docs/decisions). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// The package that locks scrolling behind a dialog asks for the nonce under this name.
window.__webpack_nonce__ = styleNonce
