/** A price per hour with its currency, e.g. `2.32 USD/h`. */
export const perHour = (hourly: number, currency: string): string =>
  `${amount(hourly)} ${currency.toUpperCase()}/h`;

/** Two decimal places, or as many as a small amount needs. */
export const amount = (value: number): string =>
  Math.abs(value) >= 0.1 || value === 0 ? value.toFixed(2) : Number(value.toPrecision(2)).toString();
