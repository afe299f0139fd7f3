import { Anchor } from '@mantine/core'

/** An address that opens a mail; where there is no room it breaks after the @. */
export const MailLink = ({ address }: { address: string }) => {
  const [local, domain] = address.split('@')
  return (
    <Anchor href={`mailto:${address}`} inherit>
      {local}
      {domain !== undefined && (
        <>
          @<wbr />
          {domain}
        </>
      )}
    </Anchor>
  )
}
