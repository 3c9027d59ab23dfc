import { escaped } from './small-page.ts'

export interface PageOptions {
  title: string
  documentUrl: string
  scriptUrl: string
  /** Where the page sends the requests that a reader tries out. */
  serverUrl: string
}

/** Nothing from anywhere else: the page works without internet and tells nobody that it is read. */
export const REFERENCE_POLICY = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // The script writes its styles into the page.
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** The page is an empty frame; the script reads the configuration from it and the rest from the document. */
export function referencePage({ title, documentUrl, scriptUrl, serverUrl }: PageOptions): string {
  const configuration = {
    url: documentUrl,
    servers: [{ url: serverUrl }],
    theme: 'default',
    authentication: { preferredSecurityScheme: 'apiKey' },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    documentDownloadType: 'json',
    defaultOpenAllTags: true,
    orderSchemaPropertiesBy: 'preserve',
    // A key typed into the page is gone with the tab.
    persistAuth: false,
    // The rest would ask servers of others, or offer what only they have.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  }
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escaped(title)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <noscript>This page needs JavaScript. The document it shows is <a href="${escaped(documentUrl)}">here</a>.</noscript>
    <script id="api-reference" type="application/json" data-configuration="${escaped(JSON.stringify(configuration))}"></script>
    <script src="${escaped(scriptUrl)}"></script>
  </body>
</html>
`
}
