import { render } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { figure, rawFigure } from './figures.ts'
import { Money, Percent } from './Money.tsx'
import { inZone, setRegion, zoneOffset } from './region.ts'

beforeEach(() => setRegion('ph'))
const shown = (element: React.ReactElement) => render(element).container

test('thousandths are exact at any size and rounded half away from zero', () => {
  expect(figure(1234567, 'thousandths')).toBe('1,234.57')
  expect(figure(-1005, 'thousandths')).toBe('-1.01')
  expect(figure('9007199254740993125', 'thousandths', 3)).toBe('9,007,199,254,740,993.125')
  expect(figure(5, 'thousandths', 3)).toBe('0.005')
  expect(figure(null, 'thousandths')).toBe('–')
})

test('other units', () => {
  expect(figure(12.3456, 'plain')).toBe('12.35')
  expect(figure(55, 'tenthsOfPercent')).toBe('5.5 %')
  expect(figure(0.25, 'ratio')).toBe('25.00 %')
  expect(figure(1234, 'count')).toBe('1,234')
  expect(rawFigure(-1234500, 'thousandths')).toBe('-1234.5')
})

test('the region writes numbers its own way', () => {
  setRegion('br')
  expect(figure(1234567, 'thousandths')).toBe('1.234,57')
})

test('a gain and a loss differ by sign, not only by colour', () => {
  expect(shown(<Money thousandths={1500} signed />).textContent).toBe('+1.50')
  expect(shown(<Money thousandths={-1500} signed />).textContent).toBe('−1.50')
  expect(shown(<Money plain={-0.001} signed />).textContent).toBe('0.00')
  expect(shown(<Money plain={2} signed />).querySelector('.pb-gain')).not.toBeNull()
  expect(shown(<Money plain={2} currency />).textContent).toBe('2.00 PHP')
  expect(shown(<Percent ratio={0.5} />).textContent).toBe('50.00 %')
})

test('moments are brought into the zone', () => {
  expect(inZone(new Date('2026-11-21T02:00:00Z'), 'America/Sao_Paulo')).toBe('2026-11-20 23:00:00')
  expect(zoneOffset(new Date('2026-11-21T02:00:00Z'), 'America/Sao_Paulo')).toBe('UTC-3')
})
