import { Box } from '@mantine/core'
import { renderSVG } from 'uqr'

type QrCodeProps = { text: string; alt: string; size: string }

/** Black on white in every color scheme, for cameras. */
export const QrCode = ({ text, alt, size }: QrCodeProps) => {
  const svg = renderSVG(text, { ecc: 'M', border: 3 })
  return (
    <Box
      component="img"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={alt}
      w={size}
      h={size}
      bdrs="md"
    />
  )
}
