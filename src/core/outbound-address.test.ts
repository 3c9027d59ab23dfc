import { expect, test } from 'vitest'

import { areAllPublic, isPublicAddress, readAllowList } from './outbound-address.ts'

test('which addresses are the public internet', () => {
  const open = ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '169.253.255.255']
  open.push('172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255', '198.20.0.0', '223.255.255.255')
  open.push('2606:4700:4700::1111', '2a00:1450:4001::1', '2001:200::1', '64:ff9b::8.8.8.8', '64:ff9b::101:101')
  const closed = ['0.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.9.9.9']
  closed.push('168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1')
  closed.push('192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1')
  closed.push('255.255.255.255', '::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:8.8.8.8')
  closed.push('::ffff:7f00:1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1')
  closed.push('100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '2002:c0a8:101::1', '3fff::1', '5f00::1', 'fc00::1')
  closed.push(
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '1.1.1.1%x',
  )
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  expect(closed.filter(isPublicAddress)).toEqual([])
  expect(areAllPublic(['8.8.8.8', '2606:4700::1'])).toBe(true)
  expect(areAllPublic(['8.8.8.8', '10.0.0.1'])).toBe(false)
  expect(areAllPublic(['::1', '2606:4700::1'])).toBe(false)
})

test('the allow list compares host and port as a browser reads them', () => {
  const isListed = readAllowList(['Internal.test', 'one.test:8080', '[::1]', '[FD00::2]:90', '10.0.0.1:80'])
  const listed = ['http://internal.test', 'https://INTERNAL.test:99/x', 'http://one.test:8080', 'http://[::1]:7']
  listed.push('http://[fd00:0::2]:90', 'http://10.0.0.1', 'http://0xa.1:80/')
  const unlisted = ['http://one.test', 'http://internal.test.', 'http://x.internal.test', 'http://[fd00::2]']
  unlisted.push('https://10.0.0.1', 'http://internal.test@evil.test')
  expect(listed.filter((url) => !isListed(new URL(url)))).toEqual([])
  expect(unlisted.filter((url) => isListed(new URL(url)))).toEqual([])
  for (const entry of ['', 'http://x', 'x/y', 'x:', 'x:99999', 'a b', 'u@x', '::1']) {
    expect(() => readAllowList([entry]), entry).toThrow('is not a host')
  }
})
