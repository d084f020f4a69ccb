/** The URL of the endpoint of callbacks: each of its deliveries has another, and this one exists nowhere. */
export const CALLBACKS_URL = 'https://callbacks.invalid/'
