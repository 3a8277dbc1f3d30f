import { ApiFailure } from '../../api/failure.ts'
import { paymentPageOf } from './payment-page.ts'

/**
 * Sends the browser to the payment page. Throws ApiFailure if it is not safe to open the address.
 */
export function openPaymentPage(address: string): void {
  const page = paymentPageOf(address, location.href)
  if (page === null) {
    throw new ApiFailure({
      status: 502,
      code: 'UNSAFE_ADDRESS',
      message: 'The address of the payment page is not safe to open. Nothing was charged.',
      requestId: null,
    })
  }
  location.assign(page)
}
