import { Anchor } from '@mantine/core'

/** A mail link that may wrap after the @. */
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
