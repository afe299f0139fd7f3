import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** Fonts, character maps and decoders that a PDF may call for; `scripts/pdf-assets.ts` puts them there. */
const assets = `/assets/pdfjs-${version}/`

/**
 * Opens a PDF by its parts, as they are needed. Scripts, forms and links of the document are left alone: it is drawn.
 * Rejects with pdf.js' own errors.
 */
export const openPdf = (address: string): PDFDocumentLoadingTask =>
  getDocument({
    url: address,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
    // The fonts that every reader must have look the same on every machine.
    useSystemFonts: false,
    rangeChunkSize: 256 * 1024,
    // What nobody scrolls to is not read.
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    enableXfa: false,
    // A picture of more dots than this is left out rather than taking the memory of the whole tab.
    maxImageSize: 100_000_000,
  })
