import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { settingNames } from '../src/lib/environment.ts'
import { readSettings } from '../src/lib/settings.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const isThere = (path: string) => existsSync(`${root}${path}`)

/** Read by the S3 client, not by settings.ts. */
const credentials = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const secrets = {
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATABASE_URL: 'postgres://portal_login:secret@postgres/portal',
  DATABASE_OWNER_URL: 'postgres://portal_owner:secret@postgres/portal',
}
/**
 * Checks that the portal knows each of these variables, and starts with them in
 * production.
 */
function expectSettings(environment: Record<string, string>) {
  expect(
    Object.keys(environment).filter(
      (name) => ![...settingNames, ...credentials].includes(name),
    ),
  ).toEqual([])
  expect(
    readSettings({ ...environment, NODE_ENV: 'production' }),
  ).toMatchObject({ env: 'production', demo: false })
}

describe('the Dockerfile', () => {
  const text = read('deploy/Dockerfile')

  test('is valid, and uses only files and commands that exist', () => {
    expect(
      validate(text).map(
        ({ message, range }) => `${range.start.line + 1}: ${message}`,
      ),
    ).toEqual([])
    const { devDependencies } = JSON.parse(read('package.json'))
    const majors = [...text.matchAll(/^FROM node:(\d+)/gm)].map(
      ([, major]) => major,
    )
    expect(majors).toEqual(
      [1, 2].map(() => /\d+/.exec(devDependencies.node)?.[0]),
    )
    expect(text).toContain('npm run build --workspace web')
    expect(JSON.parse(read('web/package.json')).scripts).toHaveProperty('build')
    expect(text).toContain('CMD ["node", "server/src/main.ts"]')
    const kept = [...read('.dockerignore').matchAll(/^!(\S+)/gm)].map(
      ([, path = '']) => path,
    )
    expect(kept.filter((path) => !isThere(path))).toEqual([])
  })

  test('runs as a user other than root, has a health check, and stops with a signal that the portal handles', () => {
    expect(text.indexOf('USER node')).toBeLessThan(
      text.indexOf('CMD ["node", "server'),
    )
    expect(text).toMatch(/HEALTHCHECK[\s\S]*127\.0\.0\.1:3000\/api\/health/)
    expect(text).toContain('STOPSIGNAL SIGTERM')
    expect(text).toMatch(/ENV NODE_ENV=production DATA_DIR=\/data PORT=3000 /)
  })

  test('prints with the Chromium of the system, and leaves out the one of npm', () => {
    const [, packages] =
      /apt-get install --no-install-recommends --yes (.*?) \\\n/.exec(text) ??
      []
    expect(packages).toBe('chromium')
    expect(text).toContain(' CHROMIUM_PATH=/usr/bin/chromium ')
    expect(text).toMatch(/rm -rf .*node_modules\/@sparticuz/)
  })
})

const ComposeService = z.looseObject({
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
})
const Compose = z.looseObject({
  services: z.record(z.string(), ComposeService),
  volumes: z.record(z.string(), z.null()),
})

describe('compose.yaml', () => {
  const { services, volumes } = Compose.parse(
    parse(read('deploy/compose.yaml'), { merge: true }),
  )
  const examples = Object.fromEntries(
    [...read('deploy/env.example').matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, name, value]) => [name, value],
    ),
  )
  const keys: Record<string, string> = {
    SECRET_KEY: secrets.SECRET_KEY,
    BACKUP_KEY: `age1${'q'.repeat(58)}`,
  }
  /** Fills in `${NAME:?}` and `${NAME:-}`. */
  const filled = (text: string) =>
    text.replace(/\$\{(\w+):[?-]\}/g, (_, name: string) => {
      expect(examples, 'deploy/env.example lacks it').toHaveProperty(name)
      return examples[name] || keys[name] || 'secret'
    })

  test.for(['portal-1', 'portal-2'])(
    'gives %s settings that it starts with, and its writable folders',
    (name) => {
      const { environment = {}, ...node } = services[name] ?? {}
      expectSettings(
        Object.fromEntries(
          Object.entries(environment).map(([key, value]) => [
            key,
            filled(value),
          ]),
        ),
      )
      expect(node).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp:mode=1777'],
        volumes: [`${name}:/data`, 'files:/files', 'backup:/backup'],
      })
      expect(Number.parseInt(node.stop_grace_period ?? '', 10)).toBeGreaterThan(
        10,
      )
      expect(read('deploy/Caddyfile')).toMatch(
        new RegExp(`reverse_proxy .*\\b${name}:3000`),
      )
    },
  )

  test('has a folder of the image for every volume of a node', () => {
    const { volumes: mounts = [] } = services['portal-1'] ?? {}
    const [, made = ''] =
      /install --directory .* (\/data .*)/.exec(read('deploy/Dockerfile')) ?? []
    expect(mounts.map((mount) => mount.split(':')[1])).toEqual(made.split(' '))
  })

  test('mounts only files that exist', () => {
    for (const { volumes: mounts = [] } of Object.values(services))
      for (const source of mounts.map((mount) => mount.split(':')[0] ?? ''))
        expect(
          source.startsWith('./')
            ? isThere(`deploy/${source}`)
            : source in volumes,
          source,
        ).toBe(true)
    expect(read('deploy/Caddyfile')).toContain('health_uri /api/ready')
  })

  test('creates the roles that docs/operations.md describes', () => {
    const rolesIn = (text: string) =>
      [
        ...text.matchAll(
          /^ *(?:create role|grant portal_tenant|create database) .*;$/gm,
        ),
      ]
        .map(([line]) =>
          line.trim().replace(/password \S+?(?=;| in )/, 'password …'),
        )
        .toSorted()
    expect(rolesIn(read('deploy/create-database.sh'))).toEqual(
      rolesIn(read('docs/operations.md')),
    )
    expect(rolesIn(read('docs/operations.md'))).toHaveLength(7)
  })
})

describe('systemd', () => {
  const unit = read('deploy/systemd/portal.service')
  const tool = read('deploy/systemd/portal-tool')
  const settings = Object.fromEntries(
    [
      ...read('deploy/systemd/portal.env.example').matchAll(/^(\w+)=(.*)$/gm),
    ].map(([, name, value]) => [name, value]),
  )

  test('has an example of settings that the portal starts with', () => {
    expectSettings({
      ...settings,
      SECRET_KEY: secrets.SECRET_KEY,
      BACKUP_KEY: `age1${'q'.repeat(58)}`,
    })
  })

  test('runs commands with the settings, the user and the folders of the service', () => {
    const { DATA_DIR, NODE_ENV } = settings
    expect(unit).toContain(
      `Environment=NODE_ENV=${NODE_ENV} DATA_DIR=${DATA_DIR}`,
    )
    expect(tool).toContain(`--setenv=NODE_ENV=${NODE_ENV}`)
    expect(tool).toContain(`--setenv=DATA_DIR=${DATA_DIR}`)
    for (const line of ['EnvironmentFile=/etc/portal.env', 'DynamicUser=yes']) {
      expect(unit).toContain(line)
      expect(tool).toContain(`--property=${line}`)
    }
    const tools = /Name a command: ([a-z, -]+)"/.exec(tool)?.[1]?.split(', ')
    expect(tools).toHaveLength(5)
    for (const name of tools ?? [])
      expect(isThere(`server/tools/${name}.ts`), name).toBe(true)
  })

  test('backs up with the release that runs before the new one replaces it', () => {
    const [, commands = ''] = read('docs/operations.md').split(
      '### Upgrade with systemd',
    )
    const backup = commands.indexOf('portal-tool backup')
    expect(backup).toBeGreaterThan(-1)
    expect(backup).toBeLessThan(commands.indexOf('git checkout --force'))
  })
})

const Values = z.looseObject({
  secret: z.string(),
  backup: z.looseObject({ at: z.string(), keepDays: z.number() }),
  settings: z.record(z.string(), z.string()),
})
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.unknown().optional(),
})

/** The classes of the manifests, which check them against Kubernetes' schemas. */
const models = [
  Deployment,
  HorizontalPodAutoscaler,
  HTTPRoute,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
]

/** What the schema of its kind finds wrong with a manifest. */
function findFaults(manifest: z.output<typeof Manifest>): string | null {
  const Model = models.find(
    ({ apiVersion, kind }) =>
      apiVersion === manifest.apiVersion && kind === manifest.kind,
  )
  if (!Model) return `There is no ${manifest.apiVersion} ${manifest.kind}`
  try {
    new Model(manifest as never).validate()
    return null
  } catch (error) {
    return `${manifest.kind}: ${error}`
  }
}

type Scope = Record<string, unknown>

const look = (scope: Scope, path: string) =>
  path.split('.').reduce((at: unknown, key) => Object(at)[key], scope)

/** The text of '.Values.name | quote' and the like. */
function evaluate(expression: string, scope: Scope): string {
  const [path = '', ...filters] = expression
    .split('|')
    .map((part) => part.trim())
  const isVariable = path === '.' || path.startsWith('$')
  let value = isVariable ? scope[path] : look(scope, path.slice(1))
  for (const filter of filters) {
    if (filter === 'quote') value = JSON.stringify(String(value))
    else if (filter === 'toJson') value = JSON.stringify(value)
    else if (filter.startsWith('default .'))
      value ||= look(scope, filter.slice('default .'.length))
    else throw new Error(`Unknown filter ${filter}`)
  }
  if (value === undefined) throw new Error(`There is no ${path}`)
  return String(value)
}

/** '{{- range $key, $name := .path }} … {{- end }}', also without names. */
const range =
  /\n\{\{- range (?:(?<key>\$\w+), (?<name>\$\w+) := )?\.(?<path>[\w.]+) \}\}(?<body>[\s\S]*?)\n\{\{- end \}\}/g

/**
 * Renders the few Helm constructs that deploy/helm uses. Throws for any other.
 */
function render(template: string, scope: Scope): string {
  const repeat = (...match: unknown[]) => {
    const { key, name, path, body } = Object(match.at(-1))
    const items = Object.entries(Object(look(scope, path)))
    const named = (entry: string, item: unknown) =>
      key && name ? { [key]: entry, [name]: item } : {}
    return items
      .map(([entry, item]) =>
        render(body, { ...scope, '.': item, ...named(entry, item) }),
      )
      .join('')
  }
  return template
    .replace(range, repeat)
    .replace(/\{\{ (.+?) \}\}/g, (_, expression: string) =>
      evaluate(expression, scope),
    )
}

describe('the Helm chart', () => {
  const values = Values.parse(parse(read('deploy/helm/values.yaml')))
  const chart = parse(read('deploy/helm/Chart.yaml'))
  const scope = {
    Values: values,
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: 'review' },
  }
  const manifests = ['deployment', 'network', 'availability'].flatMap((name) =>
    parseAllDocuments(
      render(read(`deploy/helm/templates/${name}.yaml`), scope),
    ).map((document) => {
      expect(document.errors, name).toEqual([])
      return Manifest.parse(document.toJS())
    }),
  )
  const specOf = (kind: string) =>
    z
      .looseObject({})
      .parse(manifests.find((one) => one.kind === kind)?.spec ?? {})
  const { template: pod } = z
    .looseObject({
      template: z.looseObject({
        metadata: z.looseObject({}),
        spec: z.looseObject({}),
      }),
    })
    .parse(specOf('Deployment'))
  const [container] = z
    .array(
      z.looseObject({
        env: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    )
    .parse(pod.spec.containers)
  const environment = Object.fromEntries(
    container?.env.map(({ name, value }) => [name, value]) ?? [],
  )
  const readPodSettings = (more: Record<string, string> = {}) =>
    readSettings({
      ...environment,
      ...secrets,
      ...more,
      NODE_ENV: 'production',
    })

  test('has every resource of a release, under one name', () => {
    expect(chart).toMatchObject({
      apiVersion: 'v2',
      name: 'portal',
      type: 'application',
    })
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(
      [
        'Deployment',
        'HTTPRoute',
        'HorizontalPodAutoscaler',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Service',
        'ServiceAccount',
      ].toSorted(),
    )
    expect(manifests.map(({ metadata }) => metadata.name)).toEqual(
      manifests.map(() => 'review'),
    )
  })

  test('has manifests that fit the schemas of Kubernetes', () => {
    expect(manifests.map(findFaults)).toEqual(manifests.map(() => null))
  })

  test('has the version of the portal', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(chart).toMatchObject({ version, appVersion: version })
  })

  test('lets in only the gateway, and Prometheus to the metrics', () => {
    const from = (name: string) => [
      {
        namespaceSelector: {
          matchLabels: { 'kubernetes.io/metadata.name': name },
        },
      },
    ]
    expect(specOf('NetworkPolicy').ingress).toEqual([
      { from: from('envoy-gateway-system'), ports: [{ port: 'http' }] },
      { from: from('monitoring'), ports: [{ port: 'metrics' }] },
    ])
    expect(container).toMatchObject({
      ports: [
        { name: 'http', containerPort: 3000 },
        { name: 'metrics', containerPort: 9464 },
      ],
    })
    expect(readPodSettings().metrics).toEqual({ port: 9464, token: undefined })
  })

  test('gives pods the settings of backups', () => {
    const { backup } = readPodSettings({
      BACKUP_DATABASE_URL: 'postgres://portal_backup:secret@db/portal',
    })
    expect(backup).toEqual({
      to: undefined,
      key: undefined,
      at: values.backup.at,
      keepDays: values.backup.keepDays,
      databaseUrl: 'postgres://portal_backup:secret@db/portal',
    })
    for (const name of ['BACKUP_TO', 'BACKUP_KEY'])
      expect(environment).toHaveProperty(name)
  })

  test('gives pods settings that the portal starts with, without plaintext secrets', () => {
    expectSettings({ ...environment, ...secrets })
    expect(container).toMatchObject({
      envFrom: [{ secretRef: { name: values.secret } }],
    })
    expect(
      Object.keys(environment).filter((name) => /KEY|DATABASE|SMTP/.test(name)),
      'the key of backups only encrypts',
    ).toEqual(['BACKUP_KEY'])
  })

  test('runs pods without root, token or a writable file system, with probes that the portal serves', () => {
    expect(pod.spec).toMatchObject({
      serviceAccountName: 'review',
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    })
    const probe = (path: string) => ({ httpGet: { path, port: 'http' } })
    expect(container).toMatchObject({
      startupProbe: probe('/api/ready'),
      readinessProbe: probe('/api/ready'),
      livenessProbe: probe('/api/health'),
      volumeMounts: [{ mountPath: '/data' }, { mountPath: '/tmp' }],
      securityContext: {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
    })
  })

  test('uses the same pod labels everywhere', () => {
    const { labels } = pod.metadata
    expect(specOf('Deployment').selector).toEqual({ matchLabels: labels })
    expect(specOf('PodDisruptionBudget').selector).toEqual({
      matchLabels: labels,
    })
    expect(specOf('NetworkPolicy').podSelector).toEqual({ matchLabels: labels })
    expect(specOf('Service').selector).toEqual(labels)
    expect(specOf('HorizontalPodAutoscaler')).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'review' },
    })
  })
})

test('the systemd unit starts an installed, sandboxed portal, and gives it time to stop', () => {
  const lines = [
    ...read('deploy/systemd/portal.service').matchAll(/^(\w+)=(.*)$/gm),
  ]
  const unit = Object.fromEntries(lines.map(([, name, value]) => [name, value]))
  expect(lines, 'no line is there twice').toHaveLength(Object.keys(unit).length)
  const [program = '', script = ''] = (unit.ExecStart ?? '').split(' ')
  expect(isThere(program.replace('/opt/portal/', '')) && isThere(script)).toBe(
    true,
  )
  const environment = Object.fromEntries(
    (unit.Environment ?? '').split(' ').map((pair: string) => pair.split('=')),
  )
  const { PUBLIC_URL, LOAN_DOCK_URL } = {
    PUBLIC_URL: 'https://a.example',
    LOAN_DOCK_URL: 'https://b.example',
  }
  expectSettings({ ...environment, ...secrets, PUBLIC_URL, LOAN_DOCK_URL })
  expect(unit).toMatchObject({
    DynamicUser: 'yes',
    ProtectSystem: 'strict',
    NoNewPrivileges: 'yes',
    PrivateTmp: 'yes',
  })
  expect(environment.DATA_DIR).toBe(`/var/lib/${unit.StateDirectory}`)
  expect(Number(unit.TimeoutStopSec)).toBeGreaterThan(10)
})

test('portal-tool runs tools with the settings, the user and the folders of the service', () => {
  const unit = read('deploy/systemd/portal.service')
  const tool = read('deploy/systemd/portal-tool')
  const values = (pattern: RegExp, text: string) =>
    [...text.matchAll(pattern)].map(([, value]) => value)
  const shared = values(
    /^(EnvironmentFile=.*|DynamicUser=.*|StateDirectory=.*|UMask=.*)$/gm,
    unit,
  )
  expect(shared).toHaveLength(4)
  expect(values(/--property=(\S+)/g, tool)).toEqual(
    expect.arrayContaining(shared),
  )
  const [environment = ''] = values(/^Environment=(.*)$/gm, unit)
  expect(values(/--setenv=(\S+)/g, tool)).toEqual(environment.split(' '))
  const [folder = ''] = values(/^WorkingDirectory=(.*)$/gm, unit)
  expect(tool).toContain(`--working-directory=${folder} `)
  expect(tool).toContain('"server/tools/$tool.ts"')
})
