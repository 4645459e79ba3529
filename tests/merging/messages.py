"""Lines of small chats: a header and ordinary messages."""

H = '{"chat_metadata":{"integrity":"a"},"user_name":"unused","character_name":"unused"}'
A = '{"name":"R","is_user":true,"mes":"a","send_date":"2026-01-01T00:00:01.000Z"}'
B = '{"name":"M","is_user":false,"mes":"b","send_date":"2026-01-01T00:00:02.000Z"}'
C = '{"name":"R","is_user":true,"mes":"c","send_date":"2026-01-01T00:00:03.000Z"}'
