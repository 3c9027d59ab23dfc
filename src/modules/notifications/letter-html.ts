import { html, joined, type Html } from './html.ts'
import type { Letter } from './letter.ts'

const FONT = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif'
const INK = '#1c2733'
const SOFT = '#5b6875'
const LINE = '#e3e7eb'
const PAPER = '#f4f5f3'
const ACCENT = '#1f6f5c'
const ALARM = '#b3261e'

/** Mail programs that know dark mode take these; the others show the inline colours. */
const STYLES = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 620px) {
    .sheet { width: 100% !important; }
    .inside { padding-left: 20px !important; padding-right: 20px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .paper { background-color: #12171c !important; }
    .sheet { background-color: #1b2229 !important; border-color: #2c353e !important; }
    .ink { color: #eef1f4 !important; }
    .soft { color: #a3b0bc !important; }
    .rule { border-color: #2c353e !important; }
    .said { background-color: #232c34 !important; border-color: #4fb79d !important; }
    .label { color: #6fd0b7 !important; }
    .alarm { color: #ff8f86 !important; }
  }`

/** The mail for everybody else: tables and inline styles, because mail programs understand little more. */
export function letterHtml(letter: Letter): string {
  const { subject, sender, sentence } = letter
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>${subject}</title>
        <style>
          ${STYLES}
        </style>
      </head>
      <body class="paper" style="margin:0;padding:0;background-color:${PAPER};font-family:${FONT}">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${sentence}</div>
        <table
          role="presentation"
          class="paper"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="${PAPER}"
          style="background-color:${PAPER}"
        >
          <tr>
            <td align="center" style="padding:32px 12px">
              <table
                role="presentation"
                class="sheet"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                bgcolor="#ffffff"
                style="width:600px;max-width:600px;background-color:#ffffff;border:1px solid ${LINE};border-radius:12px"
              >
                <tr>
                  <td class="inside" style="padding:28px 36px 0">
                    ${line('soft', `font-size:13px;line-height:18px;color:${SOFT}`, html`${sender}`)}
                  </td>
                </tr>
                <tr>
                  <td class="inside" style="padding:20px 36px 0">${opening(letter)}</td>
                </tr>
                ${letter.quote === undefined ? html`` : row('20px 36px 0', quoted(letter.quote))}
                <tr>
                  <td class="inside" style="padding:22px 36px 0">${facts(letter)}</td>
                </tr>
                ${letter.description === undefined ? html`` : row('20px 36px 0', lines(letter.description))}
                ${letter.button === undefined ? html`` : row('26px 36px 0', button(letter.button, letter.isUrgent))}
                <tr>
                  <td class="inside" style="padding:28px 36px 28px">${closing(letter)}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.text
}

function row(padding: string, content: Html): Html {
  return html`<tr>
    <td class="inside" style="padding:${padding}">${content}</td>
  </tr>`
}

function line(kind: string, style: string, content: Html): Html {
  return html`<div class="${kind}" style="font-family:${FONT};${style}">${content}</div>`
}

function opening({ label, isUrgent, title, sentence }: Letter): Html {
  const colour = isUrgent ? ALARM : ACCENT
  const said = isUrgent && label !== 'Urgent' ? `${label} · Urgent` : label
  return html`${line(isUrgent ? 'alarm' : 'label', `font-size:13px;line-height:18px;font-weight:600;color:${colour}`, html`${said}`)}
    <h1
      class="ink"
      style="margin:6px 0 0;font-family:${FONT};font-size:24px;line-height:31px;font-weight:600;color:${INK};word-break:break-word"
    >
      ${title}
    </h1>
    ${line('ink', `margin-top:10px;font-size:16px;line-height:24px;color:${INK}`, html`${sentence}`)}`
}

function quoted(text: string): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td
        class="said"
        bgcolor="#f1f6f4"
        style="background-color:#f1f6f4;border-left:3px solid ${ACCENT};border-radius:4px;padding:12px 16px"
      >
        ${lines(text)}
      </td>
    </tr>
  </table>`
}

function lines(text: string): Html {
  const content = joined(
    text.split('\n').map((each) => html`${each}`),
    html`<br />`,
  )
  return line('ink', `font-size:15px;line-height:23px;color:${INK};word-break:break-word`, content)
}

function facts({ facts: all }: Letter): Html {
  const rows = all.map(
    ({ label, text }) =>
      html`<tr>
        <td
          class="soft rule"
          valign="top"
          width="84"
          style="width:84px;padding:9px 12px 9px 0;border-top:1px solid ${LINE};font-family:${FONT};font-size:14px;line-height:21px;color:${SOFT}"
        >
          ${label}
        </td>
        <td
          class="ink rule"
          valign="top"
          style="padding:9px 0;border-top:1px solid ${LINE};font-family:${FONT};font-size:14px;line-height:21px;color:${INK};word-break:break-word"
        >
          ${text}
        </td>
      </tr>`,
  )
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    ${joined(rows, html``)}
  </table>`
}

function button({ text, url }: NonNullable<Letter['button']>, isUrgent: boolean): Html {
  const colour = isUrgent ? ALARM : ACCENT
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td bgcolor="${colour}" style="background-color:${colour};border-radius:8px">
        <a
          href="${url}"
          style="display:inline-block;padding:13px 24px;font-family:${FONT};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none"
          >${text}</a
        >
      </td>
    </tr>
  </table>`
}

function closing({ reason, preferencesUrl }: Letter): Html {
  const choose =
    preferencesUrl === undefined
      ? html``
      : html` <a class="soft" href="${preferencesUrl}" style="color:${SOFT};text-decoration:underline"
          >Choose what you are told</a
        >`
  return html`<div
    class="soft rule"
    style="border-top:1px solid ${LINE};padding-top:16px;font-family:${FONT};font-size:13px;line-height:19px;color:${SOFT}"
  >
    ${reason}${choose}
  </div>`
}
