// Sends each HTTP request over a connection of its own: if connecting fails, the request was certainly not sent. With a
// connection that is kept open, this would not be known, because the server can close it while it is used again.

import { type IncomingMessage, request as openRequest } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { codeOf, messageOf } from './failure.js';

/** Timeouts in milliseconds: for connecting, and for the whole response. */
const CONNECT_TIMEOUT = 10_000;
const RESPONSE_TIMEOUT = 60_000;
/** Maximum size of a response body in bytes. */
const MAX_BODY = 10_000_000;

interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

interface HttpResponse {
  readonly status: number;
  readonly body: string;
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
}

/** Thrown if a request gets no complete response. */
export class HttpError extends Error {
  /**
   * `isUnsent` is set if the server cannot have executed the request, `isTransient` if the same request may succeed
   * later. `body` is the received part of a body that was cut off.
   */
  constructor(
    message: string,
    readonly isUnsent: boolean,
    readonly isTransient: boolean,
    readonly body = '',
  ) {
    super(message);
  }
}

/** Connects, calls `begin`, then sends the request. If `begin` throws, nothing of the request is sent. */
export async function exchange(request: HttpRequest, begin: () => void): Promise<HttpResponse> {
  const url = new URL(request.url);
  const socket = await connect(url);
  try {
    begin();
    return await responseTo(request, url, socket);
  } finally {
    socket.destroy();
  }
}

/** Opens a connection; with TLS, waits until the certificate is accepted. */
function connect(url: URL): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const host = urlToHttpOptions(url).hostname ?? '';
  const target = { host, port: Number(url.port || (isSecure ? 443 : 80)) };
  const socket = isSecure
    ? connectTls({ ...target, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] })
    : connectTcp(target);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = `no connection within ${CONNECT_TIMEOUT / 1000} s`;
      socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    }, CONNECT_TIMEOUT);
    // Never remove this listener: an `error` event without a listener ends the process.
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(connectError(error, socket, url));
    });
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** Error codes of failed connections that may succeed later. */
const TRANSIENT: readonly unknown[] = (
  'EADDRNOTAVAIL EAI_AGAIN ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ' +
  'EMFILE ENETDOWN ENETUNREACH ENFILE EPIPE ETIMEDOUT'
).split(' ');

function connectError(error: Error, socket: Socket, url: URL): HttpError {
  const code = codeOf(error);
  const advice = tlsAdvice(code, socket) ?? proxyAdvice(url);
  return new HttpError(`${reasonOf(error)}${advice && `; ${advice}`}`, true, TRANSIENT.includes(code));
}

/** Returns advice on a failed TLS handshake; `undefined` if it failed before the handshake. */
function tlsAdvice(code: unknown, socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  if (socket.authorizationError) return certificateAdvice(code);
  const isTls = code === 'EPROTO' || String(code).startsWith('ERR_SSL_');
  if (isTls) return 'the server does not speak TLS here, or no common version: check scheme and port of --base-url';
  // A connection that is reset before it was open was reset in the handshake.
  return code === 'ECONNRESET' ? 'if the server has no TLS at this port, begin --base-url with http://' : undefined;
}

function certificateAdvice(code: unknown): string {
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'name the server in --base-url as its certificate does';
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return "check this computer's clock; otherwise the server needs a new certificate";
    case 'CERT_REVOKED':
      return 'the server needs a new certificate';
    default:
      return 'if you trust its issuer, set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the issuer';
  }
}

/** Returns a note on the variables that configure a proxy, which this program ignores; empty if none is set. */
function proxyAdvice({ protocol }: URL): string {
  const names = [protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'ALL_PROXY'];
  const set = names.flatMap((name) => [name, name.toLowerCase()].find((variable) => process.env[variable]) ?? []);
  return set.length === 0
    ? ''
    : `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set, but not used: this command connects directly`;
}

/** Returns the reason why a connection or a request failed, for the error message. */
function reasonOf(error: Error): string {
  // Connecting failed for each IP address of the host, with an error for each.
  if (error instanceof AggregateError) return [...new Set(error.errors.map(messageOf))].join(', ');
  // Do not print the message of an OpenSSL error, which is a line of its log.
  if ('library' in error && 'reason' in error) return `${error.library}: ${error.reason}`;
  return messageOf(error) || String(codeOf(error));
}

/** Sends a request over a connection. A response that reports no success is returned even if it is cut off. */
function responseTo({ method, headers, body }: HttpRequest, url: URL, socket: Socket): Promise<HttpResponse> {
  const message = openRequest({
    method,
    path: url.pathname,
    headers: { host: url.host, accept: '*/*', 'user-agent': 'renewal-rules', ...headers },
    createConnection: () => socket,
  });
  let timeout: Error | undefined;
  const timer = setTimeout(() => {
    timeout = new Error(`no complete response within ${RESPONSE_TIMEOUT / 1000} s`);
    socket.destroy(timeout);
  }, RESPONSE_TIMEOUT);
  const response = new Promise<HttpResponse>((resolve, reject) => {
    let isAnswered = false;
    // Once the response has begun, ignore errors of the request: then `readBody` reports how the response ends.
    const fail = (error: HttpError) => isAnswered || reject(error);
    message.on('response', (response) => {
      isAnswered = true;
      const { statusCode: status = 0, headers } = response;
      readBody(response, (body, error) => {
        const reason = failureOf(status, error && (timeout ?? error));
        if (reason !== undefined) reject(new HttpError(reason, false, true, body));
        else resolve({ status, body, location: headers.location, retryAfter: headers['retry-after'] });
      });
    });
    message.on('error', (error) => fail(exchangeError(error)));
    // The connection can close without an error, for example if the server switches protocols.
    message.on('close', () => fail(new HttpError('the connection was closed without a response', false, true)));
  });
  message.end(body);
  return response.finally(() => clearTimeout(timer));
}

/** Returns the reason why a response cannot be used; `undefined` if it can. `error` cut its body off. */
function failureOf(status: number, error: Error | undefined): string | undefined {
  if (status < 100 || status > 999) return `the response has the status ${status}, which is not from 100 to 999`;
  const isSuccess = status >= 200 && status < 300;
  return error && isSuccess ? `the body of status ${status} was cut off: ${messageOf(error)}` : undefined;
}

/** Reads a body; calls `done` at its end, or with the error that cut it off. */
function readBody(response: IncomingMessage, done: (body: string, error?: Error) => void): void {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const text = () => new TextDecoder().decode(Buffer.concat(chunks));
  response.on('data', (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > MAX_BODY) response.destroy(new Error(`it has more than ${MAX_BODY / 1e6} MB, the maximum`));
    else chunks.push(chunk);
  });
  response.on('end', () => done(text())).on('error', (error) => done(text(), error));
}

/** Creates the error of a request over an open connection. */
function exchangeError(error: Error): HttpError {
  const raw = 'rawPacket' in error && error.rawPacket instanceof Uint8Array ? error.rawPacket : [];
  // A TLS alert (record type 21, version 3) in plain text: the server could not read the request.
  if (raw[0] === 21 && raw[1] === 3)
    return new HttpError('the server expects TLS; begin --base-url with https://', true, false);
  // With TLS 1.3, the server checks the client's certificate after the client has opened the connection.
  if (/ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/.test(String(codeOf(error))))
    return new HttpError(`${reasonOf(error)}; the server asks for a client certificate`, true, false);
  return new HttpError(reasonOf(error), false, true);
}
