import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { openIntake } from './lib/integrations/open-intake.ts'
import { sftpTransmittals } from './lib/integrations/transmittals-sftp.ts'
import type { Settings } from './lib/settings.ts'
import type { Shutdown } from './lib/shutdown.ts'

/** This portal's local address. */
export function localOrigin({ host, port }: Settings): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/**
 * The addresses of LoanDock and the mail server: from the settings, or of the
 * sandbox, which this starts.
 */
export async function startExternalServices(
  settings: Settings,
  shutdown: Shutdown,
) {
  if (settings.loanDockUrl)
    return { loanDockUrl: settings.loanDockUrl, smtpUrl: settings.smtpUrl }
  const { startSandbox } = await import('@portal/sandbox/start')
  const sandbox = await startSandbox({
    loanDockPort: settings.port + 1,
    smtpPort: settings.port + 2,
    mailboxPort: settings.port + 3,
    host: settings.host,
    dataDir: join(settings.dataDir, 'sandbox'),
    portalOrigins: [settings.publicUrl, localOrigin(settings)],
  })
  shutdown.add('sandbox', sandbox.stop)
  return { ...sandbox, smtpUrl: settings.smtpUrl ?? sandbox.smtpUrl }
}

/** The sandbox's identity provider, on port + 5, if the settings enable it. */
export async function startSandboxOidc(
  { oidc, port, host, publicUrl }: Settings,
  shutdown: Shutdown,
) {
  if (!oidc?.isSandbox) return
  const { startOidc } = await import('@portal/sandbox/oidc/start')
  const provider = await startOidc({
    port: port + 5,
    host,
    issuer: oidc.issuer,
    portalOrigins: [publicUrl],
  })
  shutdown.add('single sign-on', provider.stop)
}

/**
 * The intake: a folder, that folder over the sandbox's SFTP, or an SFTP
 * account.
 */
export async function openTransmittals(
  { intake, sandboxSftp, port, host, dataDir }: Settings,
  shutdown: Shutdown,
) {
  if (!intake) return undefined
  if (intake.kind === 'SFTP' || !sandboxSftp) return openIntake(intake)
  const { startSftp } = await import('@portal/sandbox/sftp/start')
  const sftp = await startSftp({
    folder: intake.folder,
    port: port + 4,
    host,
    dataDir: join(dataDir, 'sandbox'),
  })
  shutdown.add('sftp', sftp.stop)
  return sftpTransmittals(sftp)
}
