//! A server for the site on this computer.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Component, Path},
    thread,
};

use anyhow::Result;

/// Serves until it is stopped.
pub(crate) fn serve(site: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    println!("http://{}/", listener.local_addr()?);
    for stream in listener.incoming() {
        let (stream, site) = (stream?, site.to_owned());
        thread::spawn(move || {
            // A browser that goes away is not the server's failure.
            let _ = answer(stream, &site);
        });
    }
    Ok(())
}

fn answer(mut stream: TcpStream, site: &Path) -> Result<()> {
    let mut request = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    request.read_line(&mut first)?;
    let mut line = String::new();
    while request.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut words = first.split_whitespace();
    let (method, address) = (words.next().unwrap_or(""), words.next().unwrap_or("/"));
    let path = address.split(['?', '#']).next().unwrap_or("/");
    let relative = path.trim_start_matches('/');
    let relative = if relative.is_empty() || relative.ends_with('/') {
        format!("{relative}index.html")
    } else {
        relative.to_owned()
    };
    let is_plain = Path::new(&relative)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let body = Some(site.join(&relative)).filter(|_| is_plain);
    let body = body.and_then(|file| fs::read(file).ok());
    let (status, kind, body) = match body {
        Some(body) => ("200 OK", media_type(&relative), body),
        None => (
            "404 Not Found",
            "text/plain; charset=utf-8",
            b"Not found".to_vec(),
        ),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len(),
    )?;
    if method != "HEAD" {
        stream.write_all(&body)?;
    }
    Ok(())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
